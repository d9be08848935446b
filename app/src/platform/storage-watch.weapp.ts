/** Does nothing: a mini-program has one instance, so nobody else changes the storage. */
export function watchStorage(_onChange: () => void): void {
  // Nothing to watch.
}
