import type { SelectionRefusal } from '@paidang/domain/areas/schedule/selection-texts'
import { SELECTION_TEXTS } from '@paidang/domain/areas/schedule/selection-texts'
import type { Day } from '@paidang/domain/kernel/day'
import { useMemo, useRef, useState } from 'react'
import { bookingViewPath } from '../../paths'
import { goTo } from '../../platform/navigate'
import { showToast } from '../../platform/toast'
import type { GridPlace } from '../schedule/grid-keys'
import { type BookingDay, tellStep } from './booking-day'
import { refusalText, slotAtPlace } from './booking-grid'
import {
  extendSlots,
  pressSlot,
  type SlotAt,
  type SlotDraft,
  type WantedRange,
  withAllowConflict,
  withDate,
  withoutSlots,
  withStadium,
  withWantedRange,
} from './draft'
import type { DraftStore } from './draft-store'

/** Everything that can be done to the day and its grid. */
export type SlotActions = ReturnType<typeof useSlotActions>['actions']

/**
 * What the presses on venue, date and grid do. The functions stay the same from one drawing to the next, so that parts which
 * only call them are not drawn anew; each reads draft and screen as they stand at the moment of the press.
 */
export function useSlotActions<D extends SlotDraft>(
  store: DraftStore<D>,
  shown: Pick<BookingDay, 'day' | 'grid' | 'setClash'>,
) {
  const latest = useRef(shown)
  latest.current = shown
  // Counts the presses that 允许冲突 would have let through: each makes its row pulse once.
  const [pulses, setPulses] = useState(0)

  const actions = useMemo(() => {
    const screen = () => latest.current
    const tellRefusal = (refusal: SelectionRefusal, at: SlotAt) => {
      const { day } = screen()
      const cell = day?.grid.find(
        ({ courtCode, timeIndex }) => courtCode === at.courtCode && timeIndex === at.timeIndex,
      )
      const { allowConflict } = store.current()
      const isWayOut = !allowConflict && (!cell || day?.yielding?.includes(cell.status) !== false)
      showToast(refusalText(refusal, isWayOut), { tone: 'failed' })
      if (isWayOut && (refusal === 'slot_occupied' || refusal === 'slot_occupied_turn_on')) {
        setPulses((count) => count + 1)
      }
      if (refusal === 'slot_mine' && cell?.inviteId) goTo(bookingViewPath(cell.inviteId))
    }
    const settle = ({ draft, refusal, notice }: ReturnType<typeof pressSlot<D>>, at: SlotAt) => {
      if (draft !== store.current()) store.keep(draft)
      if (refusal) tellRefusal(refusal, at)
      // How many are chosen stands in the bar; that one of them collides is news.
      else if (notice === SELECTION_TEXTS.occupiedButAllowed) showToast(notice)
    }
    const keepStep = ({ draft, notice }: { draft: D; notice?: string }) => {
      store.keep(draft)
      tellStep(notice)
    }
    /** Past half-hours do nothing, not even refuse. */
    const isPast = ({ row, column }: GridPlace) => screen().grid?.rows[row]?.cells[column]?.look === 'past'

    return {
      chooseStadium: (stadiumId: string) => keepStep(withStadium(store.current(), stadiumId)),
      chooseDate: (date: Day) => store.keep(withDate(store.current(), date)),
      setAllowConflict: (isOn: boolean) => keepStep(withAllowConflict(store.current(), isOn)),
      setParticipants: (participantsCount: number) => store.keep({ ...store.current(), participantsCount }),
      clear: () => store.keep(withoutSlots(store.current())),
      press: (place: GridPlace) => {
        const { day } = screen()
        const at = day && slotAtPlace(day, place)
        if (at && !isPast(place)) settle(pressSlot(store.current(), day, at), at)
      },
      extend: (from: GridPlace, to: GridPlace) => {
        const { day } = screen()
        const [begin, end] = [day && slotAtPlace(day, from), day && slotAtPlace(day, to)]
        if (day && begin && end && !isPast(to)) settle(extendSlots(store.current(), day, { from: begin, to: end }), end)
      },
      takeAlternative: (range: WantedRange) => {
        screen().setClash(undefined)
        store.keep(withWantedRange(store.current(), range))
      },
      closeClash: () => screen().setClash(undefined),
      /** Nothing was free that day: looks at another one. */
      leaveDay: (date: Day) => {
        screen().setClash(undefined)
        store.keep(withDate(store.current(), date))
      },
    }
  }, [store])
  return { actions, pulses }
}
