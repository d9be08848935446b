import type { CoachApplication } from '@paidang/api/areas/registration'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useUnsaved } from '../../../../platform/unsaved'
import { useFieldChecks } from '../../../../platform/use-field-checks'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { Card, CardStack } from '../../../../ui/card'
import { confirmLeave } from '../../../../ui/confirm'
import { Field } from '../../../../ui/field'
import { Notice } from '../../../../ui/notice'
import { Stepper } from '../../../../ui/stepper'
import { PicturesField, usePictureUploads } from '../../../ground/files/pictures-upload'
import { useSubmitAfterUploads } from '../../../ground/files/submit-after-uploads'
import { RegionField } from '../../addresses/region-field'
import { useApplyAsCoach } from '../registration-data'
import {
  type CoachDraft,
  type CoachField,
  coachFaults,
  coachForm,
  MAX_CERTIFICATES,
  MAX_INTRODUCTION,
  MAX_REAL_NAME,
  MAX_YEARS,
} from './coach-draft'
import styles from './coach-form.module.scss'

type Props = {
  /** The refused application before. The form begins with its text; certificates are chosen anew. */
  before: CoachApplication | null
  /** The region of the user as a player. */
  region: string
}

/** The form of the application to be a coach. Input that could not be sent stays. */
export function CoachForm({ before, region }: Props) {
  const [begin] = useState<CoachDraft>(() => ({
    realName: before?.realName ?? '',
    yearsTeaching: before?.yearsTeaching ?? 1,
    region: before?.region ?? region,
    introduction: before?.introduction ?? '',
  }))
  const [draft, setDraft] = useState(begin)
  const certificates = usePictureUploads('certificate', MAX_CERTIFICATES, [])
  const checks = useFieldChecks<CoachField>()
  const apply = useApplyAsCoach()
  const [isDone, setIsDone] = useState(false)
  const isChanged =
    certificates.pictures.length > 0 ||
    (Object.keys(begin) as (keyof CoachDraft)[]).some((key) => begin[key] !== draft[key])
  const endQuestion = useUnsaved(isChanged && !isDone, () => {
    submit.cancel()
    return confirmLeave()
  })

  const set = (change: Partial<CoachDraft>) => setDraft((now) => ({ ...now, ...change }))
  const faults = coachFaults(draft, certificates.pictures.length > 0 || certificates.isUnderWay)
  const check = () => {
    checks.send()
    return Object.keys(faults).length === 0
  }
  const send = () => {
    const onDone = () => {
      setIsDone(true)
      endQuestion()
    }
    apply.act(coachForm(draft, certificates.paths), { onDone })
  }
  const uploads = [{ label: '资质照片', upload: certificates }]
  const submit = useSubmitAfterUploads({ uploads, isSending: apply.isPending || isDone, check, send })
  return (
    <>
      <CardStack className={styles.stack}>
        <Card>
          <Field
            label="真实姓名"
            value={draft.realName}
            onInput={(realName) => set({ realName })}
            onBlur={() => checks.leave('realName')}
            maxLength={MAX_REAL_NAME}
            autoComplete="name"
            hint="只给审核人员看，学员看到的是昵称"
            error={checks.told('realName', faults.realName)}
          />
          <View className={styles.field}>
            <View className={styles.label}>教龄</View>
            <Stepper
              label="教龄"
              unit="年"
              value={draft.yearsTeaching}
              min={0}
              max={MAX_YEARS}
              onChange={(yearsTeaching) => set({ yearsTeaching })}
            />
          </View>
          <RegionField label="执教地区" value={draft.region} onChoose={(chosen) => set({ region: chosen })} />
          <Field
            label="教学介绍（选填）"
            value={draft.introduction}
            onInput={(introduction) => set({ introduction })}
            placeholder="擅长的水平和年龄、比赛经历、教学方式"
            maxLength={MAX_INTRODUCTION}
            hint={`${draft.introduction.length}/${MAX_INTRODUCTION}`}
            multiline
          />
        </Card>
        <Card>
          <PicturesField
            label="资质照片"
            uploads={certificates}
            hint="教练证或比赛证书，1 至 6 张，只有审核人员看得到"
            error={checks.told('certificates', faults.certificates)}
          />
        </Card>
        {apply.refusal && (
          <Notice tone="bad" icon="warning">
            {apply.refusal}
          </Notice>
        )}
      </CardStack>
      <ActionBar
        actions={
          <Button full {...submit.button}>
            提交申请
          </Button>
        }
      />
    </>
  )
}
