import { ScheduleView } from '../../../areas/coach-home/schedule-view'

/** 排期: every class of the coach as a list, and a week at a glance. */
export default function CoachSchedulePage() {
  return <ScheduleView />
}
