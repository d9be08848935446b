import { errors } from '@paidang/api/catalogue/errors'
import type { Day } from '@paidang/domain/kernel/day'
import { useState } from 'react'
import { showToast } from '../../../platform/toast'
import type { GridPlace } from '../schedule/grid-keys'
import { type Chosen, choiceOf, columnToggled, filled, type LockDay, pressed } from './lock-grid'

/** Source: design "设置不可约时段". */
const LESSON_FIRST = '该时段有约课，请先处理'

const NONE: readonly Chosen[] = []

type Kept = { scope: string; chosen: readonly Chosen[]; repeatUntil: Day | undefined }

/**
 * Returns the selection on a day, the end of its repetition, and the press handlers. `scope` names the day and the
 * venue or coach. Another scope starts empty.
 */
export function useLockChoice(day: LockDay | undefined, scope: string) {
  const empty: Kept = { scope, chosen: NONE, repeatUntil: undefined }
  const [last, setKept] = useState(empty)
  const kept = last.scope === scope ? last : empty
  const { chosen, repeatUntil } = kept
  const choice = day ? choiceOf(day, chosen) : { locking: [], opening: [] }
  const keep = (next: readonly Chosen[]) => setKept({ ...kept, chosen: next })
  return {
    chosen,
    repeatUntil,
    ...choice,
    /** What the button for locking still needs. */
    lacks: choice.locking.length > 0 ? undefined : errors.lock_slots_missing.message,
    press(place: GridPlace) {
      if (!day) return
      const { chosen: next, refused } = pressed(day, chosen, place)
      if (refused) showToast(LESSON_FIRST, { tone: 'failed' })
      else keep(next)
    },
    fill(from: GridPlace, to: GridPlace) {
      if (day) keep(filled(day, chosen, from, to))
    },
    toggleColumn(column: number) {
      if (day) keep(columnToggled(day, chosen, column))
    },
    repeat: (until: Day | undefined) => setKept({ ...kept, repeatUntil: until }),
    clear: () => setKept(empty),
    /** Removes these half-hours from the selection; the rest stays chosen. */
    release: (done: readonly Chosen[]) => setKept({ ...empty, chosen: chosen.filter((cell) => !done.includes(cell)) }),
  }
}

/** The selection on the shown day, and the press handlers. */
export type LockChoice = ReturnType<typeof useLockChoice>
