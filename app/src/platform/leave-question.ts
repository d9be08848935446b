/** Asks whether what was typed may be lost; resolves to whether the user leaves. */
export type LeaveQuestion = () => Promise<boolean>

let open: LeaveQuestion | undefined

/** From now on the page on top is left only after this question. Answers the function that takes it away again. */
export function askBeforeLeaving(question: LeaveQuestion): () => void {
  open = question
  return () => {
    if (open === question) open = undefined
  }
}

/** Goes, or asks first where something would be lost. */
export async function leaveIfAllowed(go: () => Promise<void>): Promise<void> {
  if (open && !(await open())) return
  await go()
}
