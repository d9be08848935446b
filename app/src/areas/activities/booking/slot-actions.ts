import type { SelectionRefusal } from '@paidang/domain/areas/time/schedule/selection-texts'
import { SELECTION_TEXTS } from '@paidang/domain/areas/time/schedule/selection-texts'
import type { Day } from '@paidang/domain/kernel/day'
import { useMemo, useRef, useState } from 'react'
import { bookingViewPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { showToast } from '../../../platform/toast'
import type { GridPlace } from '../../time/schedule/grid-keys'
import { type BookingDay, refusalText, showStepNotice, slotAtPlace } from './booking-day'
import {
  extendSlots,
  pressSlot,
  type RangeOnDay,
  type SlotAt,
  type SlotDraft,
  withAllowConflict,
  withDate,
  withoutSlots,
  withPendingRange,
  withStadium,
} from './draft'
import type { DraftStore } from './draft-store'

/** The actions on the day and its grid. */
export type SlotActions = ReturnType<typeof useSlotActions>['actions']

/**
 * Handles the presses on venue, date and grid. The functions keep their identity between renders, so parts that only
 * call them do not render again. Each reads the current draft and screen at the moment of the press.
 */
export function useSlotActions<D extends SlotDraft>(
  store: DraftStore<D>,
  shown: Pick<BookingDay, 'day' | 'grid' | 'setClash'>,
) {
  const latest = useRef(shown)
  latest.current = shown
  // Counts the presses that 允许冲突 would have allowed. Each makes its row pulse once.
  const [pulses, setPulses] = useState(0)

  const actions = useMemo(() => {
    const screen = () => latest.current
    const notifyRefused = (refusal: SelectionRefusal, at: SlotAt) => {
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
      if (refusal) notifyRefused(refusal, at)
      // The bar already shows how many are chosen; a collision is new information.
      else if (notice === SELECTION_TEXTS.occupiedButAllowed) showToast(notice)
    }
    const saveStep = ({ draft, notice }: { draft: D; notice?: string }) => {
      store.keep(draft)
      showStepNotice(notice)
    }
    /** A press on a past half-hour is ignored without a message. */
    const isPast = ({ row, column }: GridPlace) => screen().grid?.rows[row]?.cells[column]?.look === 'past'

    return {
      chooseStadium: (stadiumId: string) => saveStep(withStadium(store.current(), stadiumId)),
      chooseDate: (date: Day) => store.keep(withDate(store.current(), date)),
      setAllowConflict: (isOn: boolean) => saveStep(withAllowConflict(store.current(), isOn)),
      setParticipants: (participantsCount: number) => store.keep({ ...store.current(), participantsCount }),
      setStated: (part: Partial<D['stated']>) => {
        const draft = store.current()
        store.keep({ ...draft, stated: { ...draft.stated, ...part } })
      },
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
      takeAlternative: (range: RangeOnDay) => {
        screen().setClash(undefined)
        store.keep(withPendingRange(store.current(), range))
      },
      closeClash: () => screen().setClash(undefined),
      /** Nothing was free on that day: opens another one. */
      leaveDay: (date: Day) => {
        screen().setClash(undefined)
        store.keep(withDate(store.current(), date))
      },
    }
  }, [store])
  return { actions, pulses }
}
