import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { addToCalendar, openCalendarSettings } from '../../platform/add-to-calendar'
import type { CalendarEnd, CalendarEvent, CalendarFile } from '../../platform/add-to-calendar-words'
import { showFailed, showToast } from '../../platform/toast'
import { confirm } from '../../ui/confirm'

/** Said when the phone's calendar did not take the event. */
const FAILED = { failed: '加到日历失败，请重试' }

/** Puts an event into the calendar: on the web as a file that the calendar opens, in the mini-program at once. */
export function useAddEvent(event: CalendarEvent, fetchFile: () => Promise<CalendarFile>) {
  const running = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => addToCalendar(event, fetchFile),
    onSuccess: tell,
    onError: (error) => showFailed(FAILED, error),
    onSettled: () => {
      running.current = false
    },
  })
  const add = () => {
    if (running.current) return
    running.current = true
    mutate()
  }
  return { add, isPending }
}

async function tell(end: CalendarEnd): Promise<void> {
  if (end === 'added') showToast('已加到日历', { tone: 'done' })
  if (end === 'downloaded') showToast('日历文件已下载，打开即可加入日历', { tone: 'done' })
  if (end !== 'denied') return
  const goes = await confirm({
    title: '允许拍档写入日历？',
    line: '你没有允许添加到日历，可以在设置里打开',
    confirmText: '去设置',
  })
  if (goes) await openCalendarSettings()
}
