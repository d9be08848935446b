import { BallListView } from '../../areas/activities/balls/ball-list-view'

/** 约球: public ball games. */
export default function BookingBallPage() {
  return <BallListView />
}
