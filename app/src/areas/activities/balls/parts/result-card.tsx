import type { BallResult } from '@paidang/api/areas/ball-results'
import type { BallDetail } from '@paidang/api/areas/balls'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { AvatarStack } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { useDecide } from '../../../ground/messages/messages-data'
import { useBallResult } from '../result-data'
import styles from './result-card.module.scss'
import { mayRecord } from './result-form'
import { isConfirmedPlayer, resultLine, sideText } from './result-labels'
import { ResultSheet } from './result-sheet'

type Props = { ball: BallDetail; now: Date }

/** The result of a finished game, for its players: the recorded one, or the button to record it. */
export function ResultCard({ ball, now }: Props) {
  const isEnabled = ball.status === 'FINISHED' && isConfirmedPlayer(ball)
  const { data: result, cause, isFetching, refetch } = useBallResult(ball.id, isEnabled)
  const [isRecording, setIsRecording] = useState(false)
  const [openings, setOpenings] = useState(0)
  if (!isEnabled) return null
  if (cause !== undefined && result === undefined) {
    return (
      <Card>
        <CardHead title="比分" />
        <View className={styles.row}>
          <View className={styles.line}>{cause}</View>
          <Button kind="ghost" size="s" busy={isFetching} onPress={() => refetch()}>
            重试
          </Button>
        </View>
      </Card>
    )
  }
  if (result) return <Standing result={result} userId={ball.viewer.userId} />
  if (result === undefined || !mayRecord(ball, now)) return null
  const open = () => {
    setOpenings((count) => count + 1)
    setIsRecording(true)
  }
  return (
    <Card>
      <CardHead title="比分" />
      <View className={styles.row}>
        <View className={styles.line}>还没有记录。双方确认后计入等级。</View>
        <Button kind="ghost" size="s" onPress={open}>
          记录比分
        </Button>
      </View>
      <ResultSheet key={openings} open={isRecording} ball={ball} onClose={() => setIsRecording(false)} />
    </Card>
  )
}

type StandingProps = { result: BallResult; userId: string | null }

/** A recorded result: both sides with their sets, and whether the other side agreed. */
function Standing({ result, userId }: StandingProps) {
  const { sideA, sideB, sets, winner, state, messageId } = result
  return (
    <Card>
      <CardHead
        title="比分"
        tail={<Tag kind={state === 'AGREED' ? 'ok' : 'wait'}>{state === 'AGREED' ? '已确认' : '待确认'}</Tag>}
      />
      {(['A', 'B'] as const).map((side) => {
        const people = side === 'A' ? sideA : sideB
        const games = sets.map(({ a, b }, place) => {
          const [own, rival] = side === 'A' ? [a, b] : [b, a]
          return { name: `第 ${place + 1} 盘`, own, isWon: own > rival }
        })
        const words = sideText(people, { games: games.map(({ own }) => own), hasWon: side === winner })
        return (
          <View key={side} className={styles.side} {...semantics({ role: 'group', label: words })}>
            <AvatarStack people={people} />
            <View className={styles.names}>{people.map(({ nickname }) => nickname).join('、')}</View>
            {side === winner && <Tag kind="ok">胜</Tag>}
            <View className={styles.sets} {...semantics({ hidden: true })}>
              {games.map(({ name, own, isWon }) => (
                <View key={name} className={classNames(styles.set, isWon && styles.won)}>
                  {own}
                </View>
              ))}
            </View>
          </View>
        )
      })}
      <View className={styles.line}>{resultLine(result, userId)}</View>
      {messageId !== null && <Answer messageId={messageId} />}
    </Card>
  )
}

/** The other side confirms or denies the result. */
function Answer({ messageId }: { messageId: string }) {
  const { isApproving, isRejecting, approve, reject } = useDecide({ id: messageId, revision: null })
  return (
    <View className={styles.answer}>
      <Button size="m" busy={isApproving} disabled={isRejecting} onPress={approve}>
        确认比分
      </Button>
      <Button kind="plain" size="m" busy={isRejecting} disabled={isApproving} onPress={reject}>
        比分不对
      </Button>
    </View>
  )
}
