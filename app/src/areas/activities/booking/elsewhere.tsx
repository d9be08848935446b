import { type Elsewhere, listElsewhere } from '@paidang/api/areas/activities/classes'
import { dateAndWeekday } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useMemo, useRef, useState } from 'react'
import { SCHEDULE_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { showToast } from '../../../platform/toast'
import { Cell } from '../../../ui/cell'
import { confirm } from '../../../ui/confirm'
import { WrappedFacts } from '../../../ui/dot'
import type { BookingDay } from './booking-day'
import type { Clash } from './submit-data'

const DIFFERS: Record<Elsewhere['differs'], string> = { DAY: '换一天', COACH: '换教练', VENUE: '换场馆' }

/** What a place has that differs, and all of it: 换教练, 沈嘉禾, 11.28 周六 18:30–19:30, 星湖网球中心 2号场. */
const textsOf = (place: Elsewhere) => ({
  differs: DIFFERS[place.differs],
  when: `${dateAndWeekday(place.courseDate)} ${whenOf(place.beginTimeSlot, place.endTimeSlot)}`,
  where: `${place.stadiumName} ${place.courtName}`,
})

function agreesTo(place: Elsewhere, isForStudents: boolean): Promise<boolean> {
  const { differs, when, where } = textsOf(place)
  return confirm({
    title: isForStudents ? `${differs}？` : `${differs}：约${place.coachName}？`,
    line: `${when}，${where}`,
    confirmText: '约课',
  })
}

/**
 * The steps of a lesson that is booked elsewhere as it was offered, for both booking screens. Whatever comes of it, the
 * choices stand as they were: what the server then offers is for the other place, and the draft is not there.
 */
export function useElsewhere(shown: Pick<BookingDay, 'clash' | 'setClash'>, isForStudents: boolean) {
  const latest = useRef(shown)
  latest.current = shown
  const asked = useRef<{ place: Elsewhere; clash: Clash | undefined }>()
  /** A place whose answer was lost. The same press again leads to the class, if it was made. */
  const [lost, setLost] = useState<Elsewhere>()
  const steps = useMemo(
    () => ({
      /** The draft itself is sent. */
      forget: () => {
        asked.current = undefined
        setLost(undefined)
      },
      /** Whether the place is to be booked. The sheet closes then. */
      take: async (place: Elsewhere): Promise<boolean> => {
        if (!(await agreesTo(place, isForStudents))) return false
        asked.current = { place, clash: latest.current.clash }
        latest.current.setClash(undefined)
        return true
      },
      onClash: (clash: Clash) => {
        if (asked.current) showToast(clash.sentence, { tone: 'failed' })
        latest.current.setClash(asked.current?.clash ?? clash)
      },
      /** Whether it was a place elsewhere that got no answer. */
      onLost: (): boolean => {
        if (!asked.current) return false
        setLost(asked.current.place)
        latest.current.setClash(asked.current.clash)
        return true
      },
    }),
    [isForStudents],
  )
  return { lost, ...steps }
}

type Props = {
  clash: Clash
  /** What was wished besides day and time; undefined while it is not whole. */
  wished: { coachId: string; courseDesignId: string; stadiumId: string; studentIds?: string[] } | undefined
  courts: readonly { courtCode: string }[]
  courseDate: string
  lost: Elsewhere | undefined
  onChoose: (place: Elsewhere) => void
}

const keyOf = ({ coachId, stadiumId, courseDate, beginTimeSlot }: Elsewhere) =>
  `${coachId} ${stadiumId} ${courseDate} ${beginTimeSlot}`

/** The same lesson on another day, with another coach, at another venue: booked as offered, at one press and a yes. */
export function ElsewhereChoices({ clash, wished, courts, courseDate, lost, onChoose }: Props) {
  const { courtCode, beginTimeSlot, endTimeSlot } = clash.input
  const selectedCourt = courts.findIndex((court) => court.courtCode === courtCode)
  const at = { selectedCourt, courseDate, beginTimeSlot, endTimeSlot }
  const isWhole = wished !== undefined && selectedCourt >= 0
  const { data = [] } = useRead(SCHEDULE_KEY, listElsewhere, isWhole ? { body: { ...wished, ...at } } : null)
  const places = lost ? [lost, ...data.filter((place) => keyOf(place) !== keyOf(lost))] : data
  if (places.length === 0) return null
  return (
    <>
      <View className="in-12-0 t-sub muted">或者换一换</View>
      {places.map((place) => {
        const { differs, when, where } = textsOf(place)
        const told = { DAY: when, COACH: place.coachName, VENUE: where }[place.differs]
        return (
          <Cell
            key={keyOf(place)}
            icon={place.differs === 'COACH' ? 'person' : place.differs === 'VENUE' ? 'venue' : 'calendar'}
            title={`${differs}：${told}`}
            note={
              <WrappedFacts>
                {[...[when, where].filter((fact) => fact !== told), place === lost && '刚才没有收到答复，再点一次']}
              </WrappedFacts>
            }
            onPress={() => onChoose(place)}
          />
        )
      })}
    </>
  )
}
