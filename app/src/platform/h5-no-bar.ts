/** In place of Taro's own bar, which it would build hidden above every page: the app draws its bars itself. */
export function initNavigationBar(): void {
  // Taro's router finds no bar, and only sets the title of the document.
}
