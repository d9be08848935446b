import { Button } from '../../../../ui/button'
import { useMyCoaches } from '../../../activities/booking/coaches-data'
import { bookWithCoach } from '../../../activities/booking/start-booking'

/** 约课 with this coach, for their students; nothing for anybody else. */
export function BookCoach({ coachId }: { coachId: string }) {
  const record = useMyCoaches().data?.find(({ coach }) => coach.id === coachId)
  if (!record) return null
  return (
    <Button full icon="calendar" onPress={() => bookWithCoach(record)}>
      约课
    </Button>
  )
}
