import type { CoachApplication, RegistInfo } from '@paidang/api/areas/registration'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { useState } from 'react'
import { homePath, venuesPath } from '../../../../paths'
import { goTo, replaceWith } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card, CardStack } from '../../../../ui/card'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { Notice } from '../../../../ui/notice'
import { Page } from '../../../../ui/page'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { useIsCoach } from '../../auth/identity'
import { useRegistInfo } from '../registration-data'
import { ApplicationCard } from './application-card'
import { CoachForm } from './coach-form'
import { RegistHero } from './regist-hero'

/** 申请成为教练: the form, and the result of an application. */
export function CoachRegist() {
  const { data, cause, isPending, isFetching, refetch } = useRegistInfo(outcomes.readRegistration)
  const showsSkeleton = useSkeleton(isPending)
  return (
    <Page
      title="申请成为教练"
      hero={<RegistHero title="成为拍档教练" line="提交资质，审核通过后就能管理学员、课程和场馆" />}
    >
      {showsSkeleton ? (
        <ApplicationSkeleton />
      ) : data ? (
        <Application info={data} />
      ) : (
        cause && <ErrorBlock title="注册信息没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
      )}
    </Page>
  )
}

function Application({ info: { player, coach } }: { info: RegistInfo }) {
  const [appliesAgain, setAppliesAgain] = useState(false)
  if (useIsCoach()) return <AlreadyCoach application={coach} />
  if (coach?.approveStatus === APPROVAL.PENDING) return <Waiting application={coach} />
  if (coach?.approveStatus === APPROVAL.REJECTED && !appliesAgain) {
    return <Rejected application={coach} onAgain={() => setAppliesAgain(true)} />
  }
  return <CoachForm before={coach} region={player.region} />
}

function AlreadyCoach({ application }: { application: CoachApplication | null }) {
  return (
    <>
      <Empty
        title="已是教练"
        line="在我的页面切换到教练，管理日程、学员和场馆"
        action={{ text: '我的场馆', onPress: () => goTo(venuesPath()) }}
      />
      {application && (
        <CardStack>
          <ApplicationCard application={application} />
        </CardStack>
      )}
    </>
  )
}

function Waiting({ application }: { application: CoachApplication }) {
  return (
    <CardStack>
      <Notice tone="wait" icon="clock">
        审核中，结果会用消息告诉你。审核期间你仍是球员，约课和约球不受影响。
      </Notice>
      <ApplicationCard application={application} />
      <Button kind="plain" full onPress={() => replaceWith(homePath())}>
        回首页
      </Button>
    </CardStack>
  )
}

function Rejected({ application, onAgain }: { application: CoachApplication; onAgain: () => void }) {
  return (
    <CardStack>
      <Card>
        <Notice tone="bad" icon="warning">
          {application.reason === '' ? '申请未通过' : `申请未通过：${application.reason}`}
        </Notice>
      </Card>
      <ApplicationCard application={application} />
      <Button full onPress={onAgain}>
        重新申请
      </Button>
    </CardStack>
  )
}

function ApplicationSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={360} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
