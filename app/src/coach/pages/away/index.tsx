import { AwayView } from '../../../areas/activities/coach-leaves/away-view'

definePageConfig({ navigationBarTitleText: '休假' })

/** 休假: the days on which the coach is away. */
export default function CoachAwayPage() {
  return <AwayView />
}
