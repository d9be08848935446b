import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { useCoachesForClass } from '../invitation-data'
import { LikeCount } from '../invitation-likes'
import type { InvitationInfo } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

/** 更换教练: lists who else could hold the class at its time. The chosen coach has to agree. */
export function ChangeCoachSheet({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const open = actions.asked === 'changeCoach'
  const { data, cause, isPending, isFetching, refetch } = useCoachesForClass(info.invitation, open)
  const [chosenId, setChosenId] = useState<string>()
  const skeleton = useSkeleton(open && isPending && cause === undefined)
  const coaches = (data ?? []).filter(({ id }) => id !== info.invitation.coachId)
  // The chosen coach may have become busy since the choice.
  const chosen = coaches.find(({ id, isFree }) => id === chosenId && isFree !== false)
  const isAnyFree = coaches.some(({ isFree }) => isFree !== false)
  const refused = actions.refusals.changeCoach
  return (
    <Sheet
      open={open}
      onClose={actions.close}
      title="更换教练"
      foot={
        coaches.length > 0 && (
          <>
            {refused && (
              <Notice tone="bad" icon="warning">
                {refused}
              </Notice>
            )}
            {isAnyFree && (
              <Notice icon="clock">
                {chosen ? `换成${chosen.nickname}后，约课回到待确认，等新教练确认` : '更换后须由新教练确认，约课才成立'}
              </Notice>
            )}
            <Button
              full
              busy={actions.runs.changeCoach}
              disabled={!isAnyFree}
              lacks={chosen ? undefined : '先选教练'}
              reason={isAnyFree ? undefined : '其他教练在该时段都有课'}
              onPress={() => actions.changeCoach(chosen?.id ?? '')}
            >
              {isAnyFree && !chosen ? '先选教练' : '确认更换'}
            </Button>
          </>
        )
      }
    >
      {skeleton ? (
        <CoachesSkeleton />
      ) : cause !== undefined && !data ? (
        <ErrorBlock
          compact
          title={outcomes.listFreeCoaches.failed}
          cause={cause === outcomes.listFreeCoaches.failed ? '请检查网络后重试' : cause}
          busy={isFetching}
          onRetry={refetch}
        />
      ) : data && coaches.length === 0 ? (
        <Empty compact title="没有可更换的教练" line="这门课暂时没有其他教练" />
      ) : (
        <View {...semantics({ role: 'radiogroup', label: '可用教练' })}>
          {coaches.map(({ id, nickname, avatar, likeCount, isFree }) => (
            <Cell
              key={id}
              lead={<Avatar id={id} src={avatar} size={48} />}
              title={nickname}
              note={isFree === false ? '该时段有课' : '该时段有空'}
              tail={<LikeCount count={likeCount} name={nickname} />}
              chosen={id === chosen?.id}
              disabled={isFree === false}
              label={`${nickname}，${isFree === false ? '该时段有课' : '该时段有空'}`}
              onPress={() => setChosenId(id)}
            />
          ))}
        </View>
      )}
    </Sheet>
  )
}

function CoachesSkeleton() {
  return (
    <SkeletonGroup>
      <View className="col-12 in-8-16">
        {['first', 'second', 'third'].map((key) => (
          <View key={key} className="row-12">
            <Skeleton width={48} height={48} radius="round" />
            <Skeleton width={140} />
          </View>
        ))}
      </View>
    </SkeletonGroup>
  )
}
