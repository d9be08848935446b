import type { BallDetail } from '@paidang/api/areas/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { back } from '../../../platform/navigate'
import { failureText } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import styles from './ball-detail.module.scss'
import { BallActionBar } from './parts/ball-action-bar'
import { ChangeCard, FeeCard, LevelCard, ProposalsCard, RulesCard } from './parts/ball-cards'
import { BallHead } from './parts/ball-head'
import { ManageSheets } from './parts/ball-manage-sheets'
import { PlayerSheets } from './parts/ball-player-sheets'
import { BallSeats } from './parts/ball-seats'
import { ReportBall } from './parts/report-ball'
import { ResultCard } from './parts/result-card'
import { useBallActions } from './parts/use-ball-actions'

type BodyProps = {
  ball: BallDetail
  share: string | null
  /** Reads the game again and says whether that failed. */
  refetch: () => Promise<{ isError: boolean; error: Error | null }>
}

/** A game below its picture: what, when, where, who plays, level, cost, rules, and the possible actions. */
export function BallBody({ ball, share, refetch }: BodyProps) {
  const now = useMinute()
  const actions = useBallActions(ball, share, refetch)
  return (
    <>
      <View className={styles.body}>
        <BallHead ball={ball} now={now} sharing={actions.sharing} />
        <View className={styles.cards}>
          <ChangeCard ball={ball} now={now} actions={actions} />
          <ProposalsCard ball={ball} actions={actions} />
          <ResultCard ball={ball} now={now} />
          <BallSeats ball={ball} now={now} />
          <LevelCard ball={ball} />
          <FeeCard ball={ball} />
          <RulesCard ball={ball} now={now} />
          <ReportBall ball={ball} share={share} />
        </View>
      </View>
      <BallActionBar ball={ball} hasShare={share !== null} now={now} actions={actions} />
      <PlayerSheets ball={ball} now={now} actions={actions} />
      <ManageSheets ball={ball} now={now} actions={actions} />
    </>
  )
}

type FailureProps = { error: Error | null; busy: boolean; onRetry: () => unknown; isPane?: boolean }

/** Replaces a game that could not be shown: it does not exist for this reader, or reading failed. */
export function BallFailure({ error, busy, onRetry, isPane }: FailureProps) {
  const status = error instanceof ApiError ? error.status : undefined
  // Without an id there is no request and no error. It is shown like a game that does not exist.
  if (!error || status === 404 || status === 400) {
    return (
      <Empty
        title="这场球局不存在或不公开"
        line="它可能已被删除，或者只有拿到链接的人能看"
        action={isPane ? undefined : { text: '返回', onPress: back }}
      />
    )
  }
  const { readActivity } = outcomes
  const cause = failureText(readActivity, error)
  return (
    <ErrorBlock
      title={readActivity.failed}
      cause={cause === readActivity.failed ? '请检查网络后重试' : cause}
      onRetry={onRetry}
      busy={busy}
    />
  )
}
