/** On the web all bars are drawn with the theme's tokens. */
export function usePageBars(_tab: boolean, _inverse: boolean): void {
  // Nothing to colour.
}
