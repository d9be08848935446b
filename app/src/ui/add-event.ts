import { useRef, useState } from 'react'
import {
  addToCalendar,
  type CalendarEnd,
  type CalendarEvent,
  type CalendarFile,
  openSettings,
} from '../platform/save-file'
import { showFailed, showToast } from '../platform/toast'
import { confirm } from './confirm'

/** Shown when the phone's calendar did not take the event. */
const FAILED = { failed: '加到日历失败，请重试' }

/** Adds an event to the calendar: on the web as a file that the calendar opens, in the mini-program directly. */
export function useAddEvent(event: CalendarEvent, fetchFile: () => Promise<CalendarFile>) {
  const running = useRef(false)
  const [isPending, setPending] = useState(false)
  const end = () => {
    running.current = false
    setPending(false)
  }
  // No mutation: it would start after the press, and WeChat wants the call inside the press.
  const add = () => {
    if (running.current) return
    running.current = true
    setPending(true)
    addToCalendar(event, fetchFile)
      .finally(end)
      .then(notify)
      .catch((error) => showFailed(FAILED, error))
  }
  return { add, isPending }
}

async function notify(end: CalendarEnd): Promise<void> {
  if (end === 'added') showToast('已加到日历', { tone: 'done' })
  if (end === 'downloaded') showToast('日历文件已下载，打开即可加入日历', { tone: 'done' })
  if (end !== 'denied') return
  const question = {
    title: '允许拍档写入日历？',
    line: '你没有允许添加到日历，可以在设置里打开',
    confirmText: '去设置',
  }
  await confirm(question, openSettings)
}
