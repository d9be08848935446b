import { CalendarView } from '../../../areas/views/calendar/calendar-view'

/** Everything I have, by month. */
export default function CalendarPage() {
  return <CalendarView />
}
