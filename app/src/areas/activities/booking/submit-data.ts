import {
  type CreateByCoach,
  type CreateInvitation,
  createByCoach,
  createByPlayer,
  type UpdateInvitation,
  updateBySelf,
} from '@paidang/api/areas/class-actions'
import type { Invitation, SlotClash } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Outcome } from '@paidang/api/endpoint'
import type { SlotRange } from '@paidang/domain/areas/schedule/selection'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { mayHaveActed } from '../../../platform/network-error'
import { showDone, showFailed } from '../../../platform/toast'
import type { DayGrid, PendingRange } from './draft'

/**
 * A booking whose half-hours were taken. It has the run, the message, whose time it is (unknown where the time has
 * passed), and alternatives. Those are undefined where only the server could tell them: the time of other people is not
 * known here.
 */
export type Clash = {
  input: SlotRange
  sentence: string
  who: 'coach' | 'court' | 'self' | 'participant' | undefined
  alternatives: SlotClash['alternatives'] | undefined
}

type Handlers = {
  /** The class is booked, now or by an earlier press whose answer was lost. */
  onDone: (invitation: Pick<Invitation, 'id'>) => void
  onClash: (clash: Clash) => void
  /** No answer came. The class may be booked all the same. */
  onLost?: (range: SlotRange) => void
}

/** How a booking is sent: its run, and the call with the key of its press. */
type Sending<Body> = { outcome: Outcome; send: (body: Body, key: string) => Promise<Invitation> } & Handlers

/**
 * The data that a booking changes: grids and marks, contract hours, courses, lists of classes, home, messages, students' hours.
 */
const CHANGED = [
  SCHEDULE_KEY,
  ['contracts'],
  ['companies', 'courses'],
  ['classes'],
  ['home'],
  ['messages'],
  ['students'],
]

/** Books a class for a player. */
export function useBook(handlers: Handlers) {
  return useSend<CreateInvitation>({
    ...handlers,
    outcome: createByPlayer.outcome,
    send: (body, idempotencyKey) => call(createByPlayer, { body }, { idempotencyKey }),
  })
}

/** Makes a class of a coach for students. */
export function useBookForStudents(handlers: Handlers) {
  return useSend<CreateByCoach>({
    ...handlers,
    outcome: createByCoach.outcome,
    send: (body, idempotencyKey) => call(createByCoach, { body }, { idempotencyKey }),
  })
}

/** Saves the change of a class by its maker. */
export function useSaveEdit(handlers: Handlers) {
  return useSend<UpdateInvitation & { id: string }>({
    ...handlers,
    outcome: outcomes.editInvitation,
    send: (body, idempotencyKey) => call(updateBySelf, { params: { id: body.id }, body }, { idempotencyKey }),
  })
}

/**
 * Sends a booking. A second press while the first runs does nothing. After a press without an answer, the next one uses
 * the same key, so that the server books once.
 */
function useSend<Body>({ outcome, send, onDone, onClash, onLost }: Sending<Body>) {
  const queryClient = useQueryClient()
  const press = useRef<{ key: string; body: string; isRunning: boolean }>()

  const mutation = useMutation({
    mutationFn: ({ body, key }: { body: Body; range: SlotRange; key: string }) => send(body, key),
    onSuccess: (invitation) => {
      press.current = undefined
      showDone(outcome)
      onDone(invitation)
    },
    onError: (error, { range }) => {
      const clash = clashOf(error, range)
      if (press.current && mayHaveActed(error)) {
        press.current.isRunning = false
        onLost?.(range)
      } else press.current = undefined
      const bookedId = error instanceof ApiError && (error.data as Partial<SlotClash> | null)?.bookedId
      if (bookedId) {
        showFailed(outcome, error)
        onDone({ id: bookedId })
      } else if (clash) onClash(clash)
      else showFailed(outcome, error)
    },
    // Also after a refusal: it means that the shown data was out of date.
    onSettled: () => Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })

  const start = ({ body, range }: { body: Body; range: SlotRange }) => {
    if (press.current?.isRunning) return
    const text = JSON.stringify(body)
    const key = press.current?.body === text ? press.current.key : newKey()
    press.current = { key, body: text, isRunning: true }
    mutation.mutate({ body, range, key })
  }
  return { send: start, isBusy: mutation.isPending }
}

/**
 * Looks in each new grid for the class of a press that got no answer, and says that it is booked.
 *
 * @returns a function that remembers such a press
 */
export function useLostBooking(
  day: DayGrid | undefined,
  { outcome, onDone }: { outcome: Outcome; onDone: Handlers['onDone'] },
): (range: SlotRange) => void {
  const lost = useRef<PendingRange>()
  const latest = useRef({ day, onDone })
  latest.current = { day, onDone }
  useEffect(() => {
    const id = day && lost.current?.courseDate === day.date && ownClassAt(day, lost.current)
    if (!id) return
    lost.current = undefined
    showDone(outcome)
    latest.current.onDone({ id })
  }, [day, outcome])
  return (range) => {
    const date = latest.current.day?.date
    lost.current = date === undefined ? undefined : { ...range, courseDate: date }
  }
}

/** The caller's own class that takes exactly these half-hours of the court. */
function ownClassAt({ grid }: DayGrid, { courtCode, beginTimeSlot, endTimeSlot }: SlotRange): string | undefined {
  const own = grid.filter((cell) => cell.courtCode === courtCode && cell.status === 'MY_INVITING')
  const id = own.find(({ timeIndex }) => timeIndex === beginTimeSlot)?.inviteId
  const its = own.filter(({ inviteId }) => inviteId === id).map(({ timeIndex }) => timeIndex)
  const isWhole = its.length === endTimeSlot - beginTimeSlot && its.includes(endTimeSlot - 1)
  return id && isWhole ? id : undefined
}

const WHO_OF_CLASH = { COACH: 'coach', COURT: 'court', PLAYER: 'self' } as const

/** Returns the clash when the refusal is about one. */
function clashOf(error: unknown, { courtCode, beginTimeSlot, endTimeSlot }: SlotRange): Clash | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { clash, alternatives } = (error.data ?? {}) as Partial<SlotClash>
  if (!clash || !alternatives) return undefined
  const input = { courtCode, beginTimeSlot, endTimeSlot }
  const who = error.code === 'participant_busy' ? 'participant' : WHO_OF_CLASH[clash]
  return { input, sentence: error.message, who, alternatives }
}

function newKey(): string {
  const part = () => Math.random().toString(36).slice(2, 12)
  return `book-${Date.now().toString(36)}-${part()}-${part()}`
}
