import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

/** Each form in sight, asked whether something was typed in it that is not sent yet. */
const forms = new Set<() => boolean>()

/** Whether something is typed in a form in sight that is not sent yet. */
export const hasUnsaved = (): boolean => [...forms].some((isUnsaved) => isUnsaved())

/** What is typed in the forms in sight is given up: what they were about has gone, or somebody said so. */
export const giveUpUnsaved = (): void => forms.clear()

/** Answers for a form whether something was typed in it that is not sent yet. */
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

/** How one asks whether what was typed is to be given up. */
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

/** Whoever leaves a page on which something is typed is asked first, by a link, by Back, and when the window closes. */
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
