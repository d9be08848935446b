import { CalendarView } from '../../../areas/calendar/calendar-view'

/** Everything I have, by month. */
export default function CalendarPage() {
  return <CalendarView />
}
