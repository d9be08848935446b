/** Asks whether unsaved input may be discarded; resolves to whether the user leaves. */
export type LeaveQuestion = () => Promise<boolean>

let open: LeaveQuestion | undefined

/** From now on this question is asked before the top page is left. Returns a function that removes it. */
export function askBeforeLeaving(question: LeaveQuestion): () => void {
  open = question
  return () => {
    if (open === question) open = undefined
  }
}

/** Navigates, or asks first if input would be lost. */
export async function leaveIfAllowed(go: () => Promise<void>): Promise<void> {
  if (open && !(await open())) return
  await go()
}
