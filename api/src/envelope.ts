/**
 * The form of every answer under /aaapi. `code` is 0 on success, else the error's string code. Only paged lists have
 * `total`. Source: specification §7, decision "The HTTP surface".
 */
export type Envelope<T> =
  | { success: true; code: 0; data: T; msg: string; total?: number }
  | { success: false; code: string; data: unknown; msg: string }

/** The value of `msg` for a success without a sentence of its own. */
export const DEFAULT_DONE = '操作成功'
