/** Nothing on the web: a share button is an ordinary button, and the screen handles the press. */
export function ShareCover() {
  return null
}
