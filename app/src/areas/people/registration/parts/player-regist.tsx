import type { RegistInfo } from '@paidang/api/areas/people/registration'
import { outcomes } from '@paidang/api/catalogue/outcomes'
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
import { usePictureUpload } from '../../../ground/files/picture-upload'
import { useSubmitAfterUploads } from '../../../ground/files/submit-after-uploads'
import { BindPhone } from '../../account/bind-phone'
import { RegionField } from '../../addresses/region-field'
import { AvatarField, NicknameField } from '../../profile/face-fields'
import { AssessedLevel, GenderField, HandFields, LevelField } from '../../profile/play-fields'
import { draftOfPlayer, isUnnamed, nicknameFault, type ProfileDraft } from '../../profile/profile-draft'
import { useRegistInfo, useSavePlayer } from '../registration-data'
import styles from './player-regist.module.scss'
import { RegistHero } from './regist-hero'

const STEPS = ['头像与昵称', '等级与打法', '地区与性别']
const LAST = STEPS.length - 1

/** The phone number comes after the three steps, where WeChat can confirm it. */
const PHONE = STEPS.length

/** 注册 as a player: three short steps, with the usual choices already set. */
export function PlayerRegist() {
  const [at, setAt] = useState(0)
  const { data, cause, isPending, isFetching, refetch } = useRegistInfo(outcomes.readRegistration)
  const showsSkeleton = useSkeleton(isPending)
  const hero =
    at === PHONE ? (
      <RegistHero title="注册完成" line="再绑定手机号，教练就能找到你" />
    ) : (
      <RegistHero title="完善球员资料" line="三步，教练和球友据此认识你" steps={{ names: STEPS, at }} />
    )
  return (
    <Page title="注册" hero={hero}>
      {showsSkeleton ? (
        <RegistSkeleton />
      ) : data ? (
        <RegistForm info={data} at={at} onStep={setAt} />
      ) : (
        cause && <ErrorBlock title="注册信息没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
      )}
    </Page>
  )
}

type FormProps = { info: RegistInfo; at: number; onStep: (at: number) => void }

/** The steps can be changed without losing input. Input that could not be sent stays. */
function RegistForm({ info, at, onStep }: FormProps) {
  const [player] = useState(info.player)
  const [begin] = useState(() => {
    const draft = draftOfPlayer(asSubmitted(player))
    return { ...draft, ...(isUnnamed(draft.nickname) && { nickname: '' }) }
  })
  const [draft, setDraft] = useState(begin)
  const upload = usePictureUpload('avatar')
  const checks = useFieldChecks<'nickname'>()
  const save = useSavePlayer({ registers: true })
  const [isDone, setIsDone] = useState(false)
  const isChanged = upload.picture !== null || Object.keys(begin).some((key) => differs(begin, draft, key))
  const endQuestion = useUnsaved(isChanged && !isDone, () => {
    submit.cancel()
    return confirmLeave()
  })

  const set = (change: Partial<ProfileDraft>) => setDraft((before) => ({ ...before, ...change }))
  const fault = nicknameFault(draft)
  const send = () => {
    const { nickname, gender, region, handedness, backhandStyle, level } = draft
    const form = {
      nickname: nickname.trim(),
      gender,
      region,
      handedness,
      backhandStyle,
      // A user cannot send a level that was assessed.
      ...(info.levelIsOwn && { level }),
      ...(upload.relativePath !== null && { avatar: upload.relativePath }),
    }
    save.act(
      { ...form, revision: player.revision },
      {
        onDone: () => {
          setIsDone(true)
          endQuestion()
          if (HAS_WECHAT && player.phone === null) onStep(PHONE)
          else leaveLogin()
        },
      },
    )
  }
  const submit = useSubmitAfterUploads({
    uploads: [{ label: at === LAST ? '第 1 步的头像' : '头像', upload }],
    isSending: save.isPending || isDone,
    check: () => {
      checks.send()
      return !fault
    },
    send,
  })
  const next = () => {
    checks.send()
    if (at > 0 || !fault) onStep(at + 1)
  }
  // The upload goes on during the next steps. A failed one has to be settled on its own step.
  const stopsHere = at === LAST || (at === 0 && upload.hasFailed)
  const button = stopsHere ? submit.button : { onPress: next }
  const stepBack = () => {
    submit.cancel()
    onStep(at - 1)
  }
  if (at === PHONE) return <PhoneStep />
  return (
    <>
      <CardStack className="grow">
        <Card>
          {at === 0 && (
            <>
              <AvatarField userId={player.id} avatar={draft.avatar} upload={upload} />
              <NicknameField
                draft={draft}
                onChange={set}
                onBlur={() => checks.leave('nickname')}
                error={checks.told('nickname', fault)}
              />
            </>
          )}
          {at === 1 && (
            <>
              {info.levelIsOwn ? <LevelField draft={draft} onChange={set} /> : <AssessedLevel level={draft.level} />}
              <HandFields draft={draft} onChange={set} />
            </>
          )}
          {at === LAST && (
            <>
              <RegionField label="常去地区（选填）" value={draft.region} onChoose={(region) => set({ region })} />
              <GenderField draft={draft} onChange={set} />
            </>
          )}
        </Card>
        {at === LAST && save.refusal && (
          <Notice tone="bad" icon="warning">
            {save.refusal}
          </Notice>
        )}
      </CardStack>
      <ActionBar
        actions={
          <>
            {at > 0 && (
              <View className={styles.before}>
                <Button kind="plain" full disabled={save.isPending || isDone} onPress={stepBack}>
                  上一步
                </Button>
              </View>
            )}
            <Button full {...button}>
              {at === LAST ? '完成注册' : '下一步'}
            </Button>
          </>
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

function differs(begin: ProfileDraft, draft: ProfileDraft, key: string): boolean {
  return begin[key as keyof ProfileDraft] !== draft[key as keyof ProfileDraft]
}

function RegistSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={220} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
