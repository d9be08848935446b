/** The class names that are there, joined: falsy ones fall out, so that conditions can stand in place. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
