import type { GameOnCourt } from '@paidang/api/areas/activities/ball-courts'
import * as courts from '@paidang/api/areas/activities/ball-courts'
import { USUAL_REASONS } from '@paidang/domain/areas/ground/content/usual-reasons'
import { hasBegun } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { BALLS_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { usePages } from '../../../platform/read'
import { useMinute } from '../../../platform/use-minute'
import { useWrite } from '../../../platform/write'
import { Button } from '../../../ui/button'
import { Card, CardHead } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Chip } from '../../../ui/chip'
import { classNames } from '../../../ui/class-names'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { ListEnd } from '../../../ui/paged-list'
import { Sheet } from '../../../ui/sheet'
import { Tag } from '../../../ui/tag'
import { dateText } from '../../../ui/time-format'
import styles from './games-on-courts.module.scss'
import { feeText, RUNNING_TAG } from './parts/ball-labels'

const MAX_REASON = 100

/** 本馆球局: the games on the courts of a venue, for its manager, who may cancel them until they begin. */
export function GamesOnCourts({ stadiumId }: { stadiumId: string }) {
  const list = useGamesOnCourts(stadiumId)
  const { data, cause, isFetching, hasNextPage, refetch } = list
  const [asked, setAsked] = useState<GameOnCourt>()
  if (!data) {
    return cause ? (
      <Card>
        <ErrorBlock title="本馆球局没有取到" cause={cause} onRetry={refetch} busy={isFetching} compact />
      </Card>
    ) : null
  }
  return (
    <Card flush>
      <CardHead inset title="本馆球局" tail={data.total > 0 ? `${data.total} 场` : '场地上还没有球局'} />
      {data.rows.map((game) => (
        <Game key={game.id} game={game} onCallOff={() => setAsked(game)} />
      ))}
      {hasNextPage && <ListEnd list={list} of="约球" />}
      <CallOffSheet key={asked?.id} game={asked} onClose={() => setAsked(undefined)} />
    </Card>
  )
}

const whenText = ({ activityDate, beginTimeSlot, endTimeSlot }: GameOnCourt, now: Date) =>
  `${dateText(activityDate, now)} ${whenOf(beginTimeSlot, endTimeSlot)}`

function Game({ game, onCallOff }: { game: GameOnCourt; onCallOff: () => void }) {
  const now = useMinute()
  const { initiator, courtName, seatsTaken, maxPlayers, feeFen, activityDate, beginTimeSlot } = game
  const when = whenText(game, now)
  const facts = [courtName, `${initiator.nickname} 发起`, `${seatsTaken}/${maxPlayers} 人`, feeText(feeFen)]
  return (
    <Cell
      title={when}
      note={facts.join(' · ')}
      tail={
        hasBegun(activityDate, beginTimeSlot, now) ? (
          <Tag kind={RUNNING_TAG.kind} icon={RUNNING_TAG.icon}>
            {RUNNING_TAG.text}
          </Tag>
        ) : (
          <Button kind="ghost" size="s" label={`取消 ${when} 的球局`} onPress={onCallOff}>
            取消
          </Button>
        )
      }
    />
  )
}

function CallOffSheet({ game, onClose }: { game: GameOnCourt | undefined; onClose: () => void }) {
  const now = useMinute()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { act, isPending, refusal } = useCallOffOnCourt(game?.id ?? '')
  const say = (text: string) => {
    setReason(text)
    setMissing(false)
  }
  const send = () => {
    const words = reason.trim()
    if (words === '') setMissing(true)
    else act(words, { onDone: onClose })
  }
  return (
    <Sheet
      open={game !== undefined}
      onClose={onClose}
      title="取消这场球局"
      foot={
        <>
          {refusal && (
            <Notice tone="bad" icon="warning">
              {refusal}
            </Notice>
          )}
          <View className="beside-12">
            <Button kind="plain" full onPress={onClose}>
              再想想
            </Button>
            <Button kind="danger" full busy={isPending} onPress={send}>
              取消球局
            </Button>
          </View>
        </>
      }
    >
      <View className={classNames(styles.form, 'col-12')}>
        <View className="t-body muted">
          {game && `${whenText(game, now)}，已付的钱全额退回，场地空出。球员会收到取消原因。`}
        </View>
        <View className="chips-8">
          {USUAL_REASONS.venue.map((text) => (
            <Chip key={text} onCard on={text === reason} onPress={() => say(text)}>
              {text}
            </Chip>
          ))}
        </View>
        <Field
          label="取消原因"
          value={reason}
          onInput={say}
          maxLength={MAX_REASON}
          multiline
          error={isMissing ? '请填写取消原因' : undefined}
        />
      </View>
    </Sheet>
  )
}

/** Returns the games on the courts of a venue that the caller manages, the next first, page by page. */
function useGamesOnCourts(stadiumId: string) {
  return usePages(BALLS_KEY, courts.gamesOnCourts, { params: { id: stadiumId } })
}

/** 取消球局: cancels a game on the manager's courts, with a reason that its players read. */
function useCallOffOnCourt(id: string) {
  return useWrite(courts.callOffOnCourt, {
    stale: [BALLS_KEY, SCHEDULE_KEY],
    input: (reason: string) => ({ params: { id }, body: { reason } }),
  })
}
