import type { Day } from '@paidang/domain/kernel/day'
import type { Sport } from '@paidang/domain/kernel/sport'
import { create } from 'zustand'
import { vacanciesPath } from '../../../paths'
import { goTo, goToLogin } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { Button } from '../../../ui/button'

type Named = { id: string; name: string }
export type AwaitedCourse = Named & { minutes: number }

/** What to wait for, as the page knows it, and its name. Of several courses or venues one is chosen. */
export type Subject = { name: string } & (
  | { kind: 'CLASS'; coachId: string; courses: readonly AwaitedCourse[]; venues: readonly Named[] }
  | { kind: 'COURT'; stadiumId: string }
  | { kind: 'GAME'; sport: Sport }
)

export type Wish = {
  subject: Subject
  day: Day
  /** When it begins and ends if nothing else is chosen, and how many half-hours are needed. */
  beginTimeSlot?: number
  endTimeSlot?: number
  length?: number
}

/** What the page of alerts asks for as soon as it opens. */
export const useWish = create<{ wish: Wish | null }>(() => ({ wish: null }))

/** 有空告诉我: opens the page of alerts with the sheet for this wish, or the log-in. */
export function AlertButton({ full = false, ...wish }: Wish & { full?: boolean }) {
  const isGuest = useUserId() === null
  const press = () => {
    if (isGuest) return goToLogin()
    useWish.setState({ wish })
    return goTo(vacanciesPath())
  }
  return (
    <Button kind="plain" size="s" full={full} onPress={press}>
      有空告诉我
    </Button>
  )
}
