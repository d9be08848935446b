import type { Racket } from '@paidang/api/areas/stringing'
import { errors } from '@paidang/api/catalogue/errors'
import { MAX_RACKETS } from '@paidang/domain/areas/stringing/racket'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { back } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useUnsaved } from '../../../platform/unsaved'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { CardStack } from '../../../ui/card'
import { confirm, confirmLeave } from '../../../ui/confirm'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import {
  draftOfRacket,
  EMPTY_RACKET,
  isRacketChanged,
  type RacketDraft,
  racketFaults,
  racketForm,
} from './parts/racket-draft'
import { RacketFields } from './parts/racket-fields'
import { RacketJobs } from './parts/racket-jobs'
import { racketName } from './parts/racket-labels'
import { RacketSummary } from './parts/racket-summary'
import { useDeleteRacket, useJobsOfRacket, useRackets, useRunningJobs, useSaveRacket } from './racket-data'
import styles from './racket-view.module.scss'

/** 球拍: the state of its strings, its data, and its jobs. Without `id` a new one. */
export function RacketView({ id }: { id?: string | undefined }) {
  const isLoggedIn = useUserId() !== null
  return <Page title={id === undefined ? '添加球拍' : '球拍'}>{isLoggedIn ? <Loaded id={id} /> : <SignedOut />}</Page>
}

function Loaded({ id }: { id: string | undefined }) {
  const { data, cause, isPending, isFetching, refetch } = useRackets()
  const showsSkeleton = useSkeleton(isPending)
  if (showsSkeleton) return <RacketSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="球拍没有取到" cause={cause} onRetry={refetch} busy={isFetching} /> : null
  }
  if (id === undefined) {
    if (data.length < MAX_RACKETS) return <NewRacket others={data} />
    return <Empty title={errors.rackets_too_many.message} action={{ text: '返回', onPress: back }} />
  }
  const racket = data.find((one) => one.id === id)
  if (racket) return <OwnRacket key={id} racket={racket} others={data.filter((one) => one.id !== id)} />
  return <Empty title="球拍不存在" line="它可能已经被删除" action={{ text: '返回', onPress: back }} />
}

/** Returns the form: its input, its checks and the sending. After a failed save the input stays. */
function useRacketForm(begin: RacketDraft, racket: Racket | undefined) {
  const [first] = useState(begin)
  // The draft stays when the racket is changed on another device meanwhile, and so does the revision it began with.
  const [shown] = useState(racket)
  const [draft, setDraft] = useState(begin)
  const [wasSent, setWasSent] = useState(false)
  // The page closes with a delay. A saved racket must not be sent again meanwhile.
  const [isLeaving, setIsLeaving] = useState(false)
  const save = useSaveRacket(shown)
  const endQuestion = useUnsaved(isRacketChanged(first, draft), confirmLeave)
  const leave = () => {
    setIsLeaving(true)
    endQuestion()
    back()
  }
  const send = () => {
    setWasSent(true)
    if (Object.keys(racketFaults(draft)).length === 0) save.act(racketForm(draft), { onDone: leave })
  }
  return {
    isSaving: save.isPending || isLeaving,
    send,
    leave,
    fields: {
      draft,
      wasSent,
      onChange: (change: Partial<RacketDraft>) => setDraft((before) => ({ ...before, ...change })),
    },
  }
}

/** Says why this is the main racket of its sport regardless of the input. */
function mainReason({ sport, isMain }: RacketDraft, others: readonly Racket[], wasMain: boolean): string | undefined {
  const ofSport = others.filter((other) => other.sport === sport)
  if (ofSport.length === 0) return `第一支${SPORT_NAMES[sport]}拍就是主拍`
  return wasMain && isMain ? '要换主拍，把另一支设为主拍' : undefined
}

function NewRacket({ others }: { others: readonly Racket[] }) {
  const { fields, isSaving, send } = useRacketForm(EMPTY_RACKET, undefined)
  return (
    <>
      <CardStack className={styles.stack}>
        <RacketFields {...fields} isSportFixed={false} mainReason={mainReason(fields.draft, others, false)} />
      </CardStack>
      <ActionBar
        actions={
          <Button full busy={isSaving} onPress={send}>
            添加球拍
          </Button>
        }
      />
    </>
  )
}

function OwnRacket({ racket, others }: { racket: Racket; others: readonly Racket[] }) {
  const { fields, isSaving, send, leave } = useRacketForm(draftOfRacket(racket), racket)
  const remove = useDeleteRacket(racket)
  const jobs = useJobsOfRacket(racket.id)
  const { data: running = [] } = useRunningJobs()
  const job = running.find(({ racketId }) => racketId === racket.id)
  const askToDelete = async () => {
    const isSure = await confirm({
      title: `删除${racketName(racket)}？`,
      line: '穿线记录会保留，这支球拍不再提醒换线',
      confirmText: '删除',
      danger: true,
    })
    if (isSure) remove.act(undefined, { onDone: leave })
  }
  return (
    <>
      <CardStack className={styles.stack}>
        <RacketSummary racket={racket} job={job} />
        <RacketFields
          {...fields}
          isSportFixed={racket.jobCount > 0 || (jobs.data?.rows.length ?? 0) > 0}
          mainReason={mainReason(fields.draft, others, racket.isMain)}
        />
        <RacketJobs list={jobs} />
      </CardStack>
      <ActionBar
        actions={
          <>
            <View className={styles.delete}>
              <Button
                kind="danger"
                busy={remove.isPending}
                disabled={job !== undefined || isSaving}
                reason={job && errors.racket_in_use.message}
                onPress={askToDelete}
              >
                删除
              </Button>
            </View>
            <Button full busy={isSaving} disabled={remove.isPending} onPress={send}>
              保存
            </Button>
          </>
        }
      />
    </>
  )
}

function RacketSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={180} radius={16} />
        <Skeleton height={360} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
