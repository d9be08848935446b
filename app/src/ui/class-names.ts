/** Joins the truthy class names, so that conditions can be written in place. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
