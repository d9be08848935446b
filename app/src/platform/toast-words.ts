/** done and failed carry their sign and are told to readers as status and alert. */
export type ToastTone = 'plain' | 'done' | 'failed'

/** One sentence on its way to the screen. */
export type ToastMessage = { text: string; tone: ToastTone; durationMs: number }
