/** On the web a share button is an ordinary button: the screen decides what sharing means. */
export function ShareCover() {
  return null
}
