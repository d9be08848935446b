import type { PlayerBusy } from '@paidang/api/areas/activities/ball-changes'
import type { BallDetail } from '@paidang/api/areas/activities/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { ballDetailPath, cashierPath } from '../../../paths'
import { back, backTo, replaceWith } from '../../../platform/navigate'
import { currentSession, useUserId } from '../../../platform/session'
import { readStored, store, unstore } from '../../../platform/storage'
import { showToast } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { Page } from '../../../ui/page'
import { Price } from '../../../ui/price'
import { SignedOut } from '../../../ui/signed-out'
import { useSkeleton } from '../../../ui/skeleton'
import { useFeature } from '../../ground/features/features-data'
import { useConsent } from '../../ground/messages/consent'
import { useVenue } from '../../places/venues/venues-data'
import { useSaveBall } from './ball-actions'
import { useBall } from './ball-data'
import { BallFailure } from './ball-detail'
import { BallSkeleton } from './parts/ball-head'
import { orderToPay } from './parts/ball-money'
import { CostCard, RulesFields, WhatCard, WhoCard } from './parts/publish-cards'
import {
  bodyOf,
  dueOf,
  emptyForm,
  fixedOf,
  formOfBall,
  freshDraft,
  isOnCourt,
  moved,
  namedVenue,
  type PublishField,
  type PublishForm,
  proposedTitle,
  whyNotEdit,
  withTitle,
  wrongOf,
} from './parts/publish-form'
import { PublishPlace } from './parts/publish-place'

type Props = {
  /** The game that is being changed; absent for a new one. */
  id?: string | undefined
  /** The venue at the start. */
  stadiumId?: string | undefined
}

/** 发起约球, or 修改球局. */
export function PublishBallView({ id, stadiumId }: Props) {
  // The validity of the token does not matter here: the next call refreshes it.
  const isLoggedIn = useUserId() !== null
  return (
    <Page title={id === undefined ? '发起约球' : '修改球局'}>
      {!isLoggedIn ? <SignedOut /> : id === undefined ? <NewBall stadiumId={stadiumId} /> : <EditedBall id={id} />}
    </Page>
  )
}

function NewBall({ stadiumId }: { stadiumId: string | undefined }) {
  const { form: written, change, clear } = useNewForm(stadiumId)
  // A draft may contain costs from a time when the platform took payments for games.
  const form = useFeature('ballPayments') ? written : { ...written, feeBy: 'free' as const }
  const save = useSaveBall()
  const askConsent = useConsent('ball', 'reminder')
  const publish = (titled: PublishForm) => {
    askConsent()
    save.act(bodyOf(titled), {
      onShown: (ball) => {
        clear()
        const order = orderToPay(ball, new Date())
        replaceWith(order ? cashierPath(order.id) : ballDetailPath(ball.id))
      },
      onRefused: (failure) => {
        const arrangedId = arrangedBallId(failure, form)
        if (!arrangedId) return
        clear()
        replaceWith(ballDetailPath(arrangedId))
      },
    })
  }
  return <Form form={form} onChange={change} save={save} onSend={publish} />
}

function EditedBall({ id }: { id: string }) {
  const now = useMinute()
  const { data, error, isPending, isFetching, refetch } = useBall(id, null)
  const skeleton = useSkeleton(isPending)
  if (skeleton) return <BallSkeleton />
  if (!data) return isPending ? null : <BallFailure error={error} busy={isFetching} onRetry={refetch} />
  const refusal = whyNotEdit(data, now)
  if (refusal) return <Empty drawing="lock" title={refusal} action={{ text: '返回', onPress: back }} />
  return <EditForm key={data.id} ball={data} />
}

function EditForm({ ball }: { ball: BallDetail }) {
  // The form starts with the game of that moment. Later changes by others do not overwrite the input.
  const [shown] = useState(ball)
  const { form, change } = useEditForm(formOfBall(shown))
  const save = useSaveBall(shown)
  const send = (titled: PublishForm) => save.act(bodyOf(titled), { onShown: () => backTo(ballDetailPath(ball.id)) })
  return <Form form={form} onChange={change} save={save} onSend={send} edited={ball} />
}

type FormProps = {
  form: PublishForm
  onChange: (change: Partial<PublishForm>) => void
  save: Pick<ReturnType<typeof useSaveBall>, 'isPending' | 'error' | 'forget'>
  /** Gets the form with the typed title or the proposed one. */
  onSend: (titled: PublishForm) => void
  edited?: BallDetail
}

/** Fields that begin empty. Their messages appear once the form was sent. */
const BEGIN_EMPTY: readonly PublishField[] = ['place', 'time']

function Form({ form, onChange: keep, save, onSend, edited }: FormProps) {
  const now = useMinute()
  const venue = useVenue(isOnCourt(form) ? (form.stadiumId ?? undefined) : undefined)
  const clash = timeClashText(save.error, form, venue.data?.courts ?? [])
  const onChange = (change: Partial<PublishForm>) => {
    if (movesBall(form, change)) save.forget()
    keep(change)
  }
  const [wasSent, setWasSent] = useState(false)
  const venueName = venue.data?.name ?? (edited && namedVenue(form, edited))
  const titled = withTitle(form, venueName)
  const wrong = wrongOf(titled, now)
  const told = (field: PublishField) =>
    wrong?.field === field && (wasSent || !BEGIN_EMPTY.includes(field)) ? wrong.text : undefined
  const fixed = edited ? fixedOf(edited) : { fee: false, leastPlayers: 2 }
  const due = edited ? 0 : dueOf(form)
  const send = () => {
    setWasSent(true)
    if (wrong) showToast(wrong.text, { tone: 'failed' })
    else onSend(titled)
  }
  return (
    <>
      <CardStack className="fill">
        <WhatCard form={form} onChange={onChange} told={told} proposal={proposedTitle(form, venueName)} />
        <PublishPlace
          form={form}
          onChange={onChange}
          errors={{ place: told('place'), time: told('time') ?? clash }}
          now={now}
          own={edited}
        />
        <WhoCard form={form} onChange={onChange} told={told} leastPlayers={fixed.leastPlayers} />
        <CostCard form={form} onChange={onChange} told={told} isFixed={fixed.fee} />
        <RulesFields form={form} onChange={onChange} told={told} now={now} />
      </CardStack>
      <ActionBar
        actions={
          <Button full={due === 0} busy={save.isPending} onPress={send}>
            {edited ? '保存修改' : due > 0 ? '发布并支付' : '发布'}
          </Button>
        }
      >
        {due > 0 ? (
          <>
            <Price amountFen={due} size="l" />
            <View className="t-caption muted">{form.feeBy === 'INITIATOR' ? '你请客' : '你的那一份，多退'}</View>
          </>
        ) : undefined}
      </ActionBar>
    </>
  )
}

/**
 * Returns the clash with a game's time: the initiator's own appointment, or the court. Undefined for any other failure.
 */
export function timeClashText(
  error: unknown,
  { beginTimeSlot, endTimeSlot, selectedCourt }: Pick<PublishForm, 'beginTimeSlot' | 'endTimeSlot' | 'selectedCourt'>,
  courts: readonly { name: string }[],
): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'ball_player_busy') {
    const busyWith = (error.data as PlayerBusy | null)?.busyWith
    if (!busyWith) return error.message
    return `${error.message}：${busyWith.title} ${whenOf(busyWith.beginTimeSlot, busyWith.endTimeSlot)}`
  }
  if (error.code === 'participant_busy' || error.code === 'slot_closed') return error.message
  if (error.code !== 'slot_taken') return undefined
  const court = selectedCourt === null ? undefined : courts[selectedCourt]?.name
  if (court === undefined || beginTimeSlot === null || endTimeSlot === null) return error.message
  return `${court} ${whenOf(beginTimeSlot, endTimeSlot)} 已被订，请换一片场地或时段`
}

/** Returns the caller's own game at exactly this time. An earlier press whose answer was lost has arranged it. */
function arrangedBallId(
  error: unknown,
  { beginTimeSlot, endTimeSlot }: Pick<PublishForm, 'beginTimeSlot' | 'endTimeSlot'>,
): string | null {
  if (!(error instanceof ApiError) || error.code !== 'ball_player_busy') return null
  const busyWith = (error.data as PlayerBusy | null)?.busyWith
  return busyWith?.beginTimeSlot === beginTimeSlot && busyWith.endTimeSlot === endTimeSlot ? busyWith.ballId : null
}

const PLACE_AND_TIME: readonly (keyof PublishForm)[] = [
  'placeBy',
  'stadiumId',
  'takesCourt',
  'selectedCourt',
  'activityDate',
  'beginTimeSlot',
  'endTimeSlot',
]

/** Whether a change of the form moves the game to another time or place. The last clash then no longer applies. */
export function movesBall(form: PublishForm, change: Partial<PublishForm>): boolean {
  return PLACE_AND_TIME.some((key) => key in change && change[key] !== form[key])
}

/** An unfinished game and its author. Another user of this device does not see it. */
type Draft = { userId: string; form: PublishForm }

/**
 * Returns the form of a new game: the draft of this user, else an empty one; at a venue if one is given. It is stored
 * at each change.
 */
function useNewForm(stadiumId: string | undefined) {
  const [form, setForm] = useState(() => beginning(stadiumId))
  return {
    form,
    change: (change: Partial<PublishForm>) => {
      const next = { ...form, ...change }
      setForm(next)
      const { userId } = currentSession()
      if (userId !== null) store('ballDraft', { userId, form: next } satisfies Draft)
    },
    /** Call it when the game is published, or when the user starts over. */
    clear: () => {
      unstore('ballDraft')
      setForm(emptyForm(dayOf(new Date()), stadiumId, currentSession().userInfo?.sport))
    },
  }
}

function beginning(stadiumId: string | undefined): PublishForm {
  const today = dayOf(new Date())
  const draft = readStored<Draft>('ballDraft')
  const { userId, userInfo } = currentSession()
  if (!draft || draft.userId !== userId) return emptyForm(today, stadiumId, userInfo?.sport)
  const form = freshDraft(draft.form, today)
  if (stadiumId === undefined || form.stadiumId === stadiumId) return form
  return moved({ ...form, placeBy: 'venue', stadiumId })
}

/** Returns the form of a game that is being changed. It begins with the current game. */
function useEditForm(begin: PublishForm) {
  const [form, setForm] = useState(begin)
  return { form, change: (change: Partial<PublishForm>) => setForm({ ...form, ...change }), clear: () => undefined }
}
