/** A mini-program has one instance: nobody else changes what is stored. */
export function watchStorage(_onChange: () => void): void {
  // Nothing to watch.
}
