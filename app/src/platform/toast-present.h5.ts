import { create } from 'zustand'

/** done and failed have an icon, and are announced by screen readers as status and alert. */
export type ToastTone = 'plain' | 'done' | 'failed'

/** One sentence to show. */
export type ToastMessage = { text: string; tone: ToastTone; durationMs: number }

type ShownToast = ToastMessage & { id: number }

/** The toast on the screen, or null. */
export const useToast = create<{ toast: ShownToast | null }>(() => ({ toast: null }))

let timer: ReturnType<typeof setTimeout> | undefined
let lastId = 0

/** Shows the sentence in place of any other, and removes it after its time. */
export function presentToast(message: ToastMessage): void {
  clearTimeout(timer)
  lastId += 1
  useToast.setState({ toast: { ...message, id: lastId } })
  timer = setTimeout(() => useToast.setState({ toast: null }), message.durationMs)
}
