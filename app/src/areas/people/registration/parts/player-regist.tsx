import type { RegistInfo } from '@paidang/api/areas/people/registration'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Sport } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { leaveLogin } from '../../../../platform/navigate'
import { useUnsaved } from '../../../../platform/unsaved'
import { useFieldChecks } from '../../../../platform/use-field-checks'
import { HAS_WECHAT } from '../../../../platform/wechat-code'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { Card, CardStack } from '../../../../ui/card'
import { confirmLeave } from '../../../../ui/confirm'
import { ErrorBlock } from '../../../../ui/error-block'
import { Notice } from '../../../../ui/notice'
import { Page } from '../../../../ui/page'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { asSubmitted } from '../../../ground/content/pending-content'
import { BindPhone } from '../../account/bind-phone'
import { NicknameField } from '../../profile/face-fields'
import { SportField } from '../../profile/play-fields'
import { isUnnamed, nicknameFault } from '../../profile/profile-draft'
import { useRegistInfo, useSavePlayer } from '../registration-data'
import { RegistHero } from './regist-hero'

/** 注册 as a player: a name and the sport. Level, hand and picture are asked where they matter. */
export function PlayerRegist() {
  /** In the mini-program the phone number comes afterwards, where WeChat can confirm it. */
  const [isNamed, setIsNamed] = useState(false)
  const { data, cause, isPending, isFetching, refetch } = useRegistInfo(outcomes.readRegistration)
  const showsSkeleton = useSkeleton(isPending)
  /** Decided by the first answer: the registration itself gives a name. */
  const [isNameAsked, setIsNameAsked] = useState<boolean>()
  if (data && isNameAsked === undefined) setIsNameAsked(isUnnamed(asSubmitted(data.player).nickname))
  const hero = isNamed ? (
    <RegistHero title="注册完成" line="再绑定手机号，教练就能找到你" />
  ) : isNameAsked === false ? (
    <RegistHero title="常打什么球" line="首页和约球据此为你准备，其他资料以后再填" />
  ) : (
    <RegistHero title="怎么称呼你" line="教练和球友据此认识你，其他资料以后再填" />
  )
  return (
    <Page title="注册" hero={hero}>
      {showsSkeleton ? (
        <RegistSkeleton />
      ) : isNamed ? (
        <PhoneStep />
      ) : data && isNameAsked !== undefined ? (
        <RegistForm info={data} isNameAsked={isNameAsked} onNamed={() => setIsNamed(true)} />
      ) : (
        cause && <ErrorBlock title="注册信息没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
      )}
    </Page>
  )
}

/** A name to begin with, so that nobody has to type one. It tells nothing of the phone number. */
const proposedName = (userId: string) => `球友${userId.padStart(4, '0').slice(-4)}`

type FormProps = {
  info: RegistInfo
  /** Not of who said it when the account was made, as on the web. */
  isNameAsked: boolean
  onNamed: () => void
}

/** Input that could not be sent stays. */
function RegistForm({ info, isNameAsked, onNamed }: FormProps) {
  const [player] = useState(info.player)
  const [begin] = useState({ nickname: isNameAsked ? proposedName(player.id) : '', sport: 'tennis' as Sport })
  const [draft, setDraft] = useState(begin)
  const checks = useFieldChecks<'nickname'>()
  const save = useSavePlayer({ registers: true })
  const [isDone, setIsDone] = useState(false)
  const isChanged = draft.nickname !== begin.nickname || draft.sport !== begin.sport
  const endQuestion = useUnsaved(isChanged && !isDone, confirmLeave)
  const fault = isNameAsked ? nicknameFault(draft) : undefined
  const send = () => {
    checks.send()
    if (fault || save.isPending || isDone) return
    save.act(
      {
        ...(isNameAsked && { nickname: draft.nickname.trim() }),
        sport: draft.sport,
        revision: player.revision,
      },
      {
        onDone: () => {
          setIsDone(true)
          endQuestion()
          if (HAS_WECHAT && player.phone === null) onNamed()
          else leaveLogin()
        },
      },
    )
  }
  return (
    <>
      <CardStack className="grow">
        <Card>
          {isNameAsked && (
            <NicknameField
              draft={draft}
              onChange={({ nickname }) => setDraft({ ...draft, nickname })}
              onBlur={() => checks.leave('nickname')}
              error={checks.told('nickname', fault)}
            />
          )}
          <SportField sport={draft.sport} onChange={(change) => setDraft({ ...draft, ...change })} />
        </Card>
        {save.refusal && (
          <Notice tone="bad" icon="warning">
            {save.refusal}
          </Notice>
        )}
      </CardStack>
      <ActionBar
        actions={
          <Button full busy={save.isPending || isDone} onPress={send}>
            完成注册
          </Button>
        }
      />
    </>
  )
}

/** In the mini-program, after the registration: WeChat confirms the number, or the user postpones it. */
function PhoneStep() {
  return (
    <CardStack>
      <Card>
        <View className="t-body muted">教练凭手机号把你加为学员。如果你在网页上注册过，绑定后两边是同一个账号。</View>
        <View className="mt-16 col-12">
          <BindPhone full onDone={leaveLogin} />
          <Button kind="plain" full onPress={leaveLogin}>
            暂不
          </Button>
        </View>
      </Card>
    </CardStack>
  )
}

function RegistSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={160} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
