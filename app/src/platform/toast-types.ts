/** done and failed have an icon, and are announced by screen readers as status and alert. */
export type ToastTone = 'plain' | 'done' | 'failed'

/** One sentence to show. */
export type ToastMessage = { text: string; tone: ToastTone; durationMs: number }
