import { RecordsView } from '../../../areas/views/coach-home/records-view'

/** 约课记录: what was asked, held and earned, with filters and export. */
export default function CoachRecordsPage() {
  return <RecordsView />
}
