/**
 * The process cannot start, for a reason that the person at the keyboard can mend. The message is a Chinese sentence
 * for that person; it is printed alone, without a stack, and the process ends with code 1.
 */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
