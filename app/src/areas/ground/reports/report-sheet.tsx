import { reportContent } from '@paidang/api/areas/desks/reports'
import type { Input } from '@paidang/api/endpoint'
import {
  REPORT_REASON_NAMES,
  REPORT_REASONS,
  REPORT_TEXT_LENGTH,
  type ReportKind,
  type ReportReason,
} from '@paidang/domain/areas/desks/reports/report'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useWrite } from '../../../platform/write'
import { Button } from '../../../ui/button'
import { Cell } from '../../../ui/cell'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import styles from './report-sheet.module.scss'

type Props = {
  open: boolean
  /** The name of the reported object, as in 顾南风的资料. */
  name: string
  object: { kind: ReportKind; objectId: string; share?: string | undefined }
  onClose: () => void
}

/** 举报: the reason, and an optional text. The input stays after a refusal. */
export function ReportSheet({ open, name, object: { share, ...object }, onClose }: Props) {
  const [reason, setReason] = useState<ReportReason>()
  const [words, setText] = useState('')
  const { act, isPending, refusal } = useReport()
  const send = () =>
    reason &&
    act({ ...object, reason, words: words.trim(), ...(share !== undefined && { share }) }, { onDone: onClose })
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`举报${name}`}
      foot={
        <>
          {refusal && (
            <Notice tone="bad" icon="warning">
              {refusal}
            </Notice>
          )}
          <Button
            full
            busy={isPending}
            lacks={reason ? undefined : '请选择举报原因'}
            reason="请选择举报原因"
            onPress={send}
          >
            提交举报
          </Button>
        </>
      }
    >
      <View {...semantics({ role: 'radiogroup', label: '举报原因' })}>
        {REPORT_REASONS.map((key) => (
          <Cell key={key} title={REPORT_REASON_NAMES[key]} chosen={key === reason} onPress={() => setReason(key)} />
        ))}
      </View>
      <View className={styles.words}>
        <Field
          label="补充说明（选填）"
          value={words}
          onInput={setText}
          maxLength={REPORT_TEXT_LENGTH}
          multiline
          placeholder="发生了什么"
          hint="平台核实后会告诉您结果，对方不会知道是谁举报的"
        />
      </View>
    </Sheet>
  )
}

/** 举报: the report changes nothing for other users. */
function useReport() {
  return useWrite(reportContent, { stale: [], input: (body: Input<typeof reportContent>['body']) => ({ body }) })
}
