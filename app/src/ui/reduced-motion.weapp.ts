/** Returns false: WeChat does not report it to scripts. Style sheets can still query it. */
export function prefersReducedMotion(): boolean {
  return false
}
