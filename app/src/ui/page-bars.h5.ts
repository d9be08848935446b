/** Does nothing: on the web all bars use the theme's tokens. */
export function usePageBars(_tab: boolean, _inverse: boolean): void {
  // Nothing to colour.
}
