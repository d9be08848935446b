import { useEffect, useRef } from 'react'
import { classActions } from './action-rules'
import type { InvitationInfo } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

/** The steps that an address may name. */
const STEPS = ['contract', 'sign', 'finish'] as const

/**
 * Opens the layer of the step that the address names, once, where it is possible now. The coach's day page links to it.
 */
export function useAskedFirst(asked: string | undefined, info: InvitationInfo, actions: InvitationActions): void {
  const latest = useRef({ info, actions })
  latest.current = { info, actions }
  useEffect(() => {
    const step = STEPS.find((one) => one === asked)
    const state = step && classActions(latest.current.info, new Date())[step]
    if (step && state && state.reason === undefined) latest.current.actions.ask(step)
  }, [asked])
}
