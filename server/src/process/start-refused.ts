/**
 * The process cannot start, for a reason that the person at the keyboard can fix. The message is a Chinese sentence for
 * that person. It is printed without a stack, and the process ends with code 1.
 */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
