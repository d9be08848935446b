/**
 * The one form of every answer under /aaapi. `code` is 0 on success, else the error's own string code; `total` stands
 * beside paged lists only. Source: specification §7, decision "The HTTP surface".
 */
export type Envelope<T> =
  | { success: true; code: 0; data: T; msg: string; total?: number }
  | { success: false; code: string; data: unknown; msg: string }

/** What `msg` says when a success has no sentence of its own. */
export const DEFAULT_DONE = '操作成功'
