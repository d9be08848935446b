/** What pauses the carousel: a touch. */
export function holdHandlers(onHold: (held: boolean) => void): Record<string, unknown> {
  const release = () => onHold(false)
  return { onTouchStart: () => onHold(true), onTouchEnd: release, onTouchCancel: release }
}
