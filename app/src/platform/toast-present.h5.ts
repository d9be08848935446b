import { create } from 'zustand'
import type { ToastMessage } from './toast-words'

type ShownToast = ToastMessage & { id: number }

/** The toast on the screen, or null. */
export const useToast = create<{ toast: ShownToast | null }>(() => ({ toast: null }))

let timer: ReturnType<typeof setTimeout> | undefined
let lastId = 0

/** Puts the sentence on the screen in place of any other, and takes it away in time. */
export function presentToast(message: ToastMessage): void {
  clearTimeout(timer)
  lastId += 1
  useToast.setState({ toast: { ...message, id: lastId } })
  timer = setTimeout(() => useToast.setState({ toast: null }), message.durationMs)
}
