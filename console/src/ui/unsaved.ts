import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

/** Each visible form, with a function that tells whether it has unsaved input. */
const forms = new Set<() => boolean>()

/** Whether a visible form has unsaved input. */
export const hasUnsaved = (): boolean => [...forms].some((isUnsaved) => isUnsaved())

/** Whether a form is open, also while it is sent. */
export const hasForm = (): boolean => forms.size > 0

/** Discards the unsaved input of the visible forms: their object has gone, or the user confirmed it. */
export const giveUpUnsaved = (): void => forms.clear()

/** Reports for a form whether it has unsaved input. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  useEffect(() => {
    const ask = () => latest.current()
    forms.add(ask)
    return () => {
      forms.delete(ask)
    }
  }, [])
}

/** Returns a function that asks whether unsaved input may be discarded. */
export function useGivingUp(): (answers: { onGiveUp: () => void; onStay?: () => void }) => void {
  const { modal } = App.useApp()
  return ({ onGiveUp, onStay }) => {
    modal.confirm({
      title: '放弃填写的内容？',
      content: '还没有提交，离开后不会保留。',
      okText: '放弃',
      cancelText: '继续填写',
      focusable: { autoFocusButton: 'cancel' },
      onOk: onGiveUp,
      ...(onStay && { onCancel: onStay }),
    })
  }
}

/** Asks before a page with unsaved input is left, by a link, by Back, or when the window closes. */
export function useLeavingQuestion(): void {
  const ask = useRef(useGivingUp())
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const leave = () => {
      giveUpUnsaved()
      blocker.proceed()
    }
    ask.current({ onGiveUp: leave, onStay: blocker.reset })
  }, [blocker])
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [])
}
