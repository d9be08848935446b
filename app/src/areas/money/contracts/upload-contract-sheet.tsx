import { errors } from '@paidang/api/catalogue/errors'
import { View } from '@tarojs/components'
import { useEffect, useRef, useState } from 'react'
import { showToast } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { Cell } from '../../../ui/cell'
import { Notice } from '../../../ui/notice'
import { semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { PictureField, usePictureUpload } from '../../ground/files/picture-upload'
import { useSubmitAfterUploads } from '../../ground/files/submit-after-uploads'
import { useOwnCoachView } from '../../people/profile/coach-data'
import { useUploadContract } from './photos-data'
import styles from './upload-contract-sheet.module.scss'

type Props = {
  open: boolean
  /** The student of the contract. */
  userId: string
  /** The company of the contract, if known. */
  companyId?: string | undefined
  onClose: () => void
}

/** 上传合同: the photo of a signed contract, from album or camera. Source: specification §5 "Contract photo" */
export function UploadContractSheet({ open, userId, companyId, onClose }: Props) {
  const upload = usePictureUpload('contract')
  const { act, isPending } = useUploadContract()
  const { data: coach } = useOwnCoachView()
  const companies = coach?.companies ?? []
  const [chosenId, setChosenId] = useState<string>()
  const [missing, setMissing] = useState(false)
  const company = companies.find(({ id }) => id === (chosenId ?? companyId)) ?? companies[0]

  // Reopening starts with an empty sheet. A failed upload stays while the sheet is open.
  const begin = useRef(upload.remove)
  begin.current = upload.remove
  useEffect(() => {
    if (open) begin.current()
    setMissing(false)
  }, [open])

  const check = () => {
    if (upload.picture !== null || upload.isUnderWay) return true
    setMissing(true)
    showToast(errors.contract_photo_missing.message, { tone: 'failed' })
    return false
  }
  const send = async () => {
    if (upload.relativePath === null) return
    const body = { userId, contractAttachment: upload.relativePath, ...(company && { companyId: company.id }) }
    if (await act(body)) onClose()
  }
  const submit = useSubmitAfterUploads({
    uploads: [{ label: '合同照片', upload }],
    isSending: isPending,
    check,
    send,
  })
  const close = () => {
    submit.cancel()
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title="上传合同"
      foot={
        <>
          {missing && !upload.failure && upload.picture === null && !upload.isUnderWay && (
            <Notice tone="bad" icon="warning">
              {errors.contract_photo_missing.message}
            </Notice>
          )}
          <Button full {...submit.button}>
            提交合同
          </Button>
        </>
      }
    >
      <View className={styles.body}>
        <PictureField label="合同照片" upload={upload} />
        <View className={styles.hint}>拍下签好字的合同。只有学员本人和你们公司的教练、管理员能看到。</View>
      </View>
      {companies.length > 1 && (
        <View {...semantics({ role: 'radiogroup', label: '合同所属公司' })}>
          <View className={styles.caption}>合同所属公司</View>
          {companies.map(({ id, companyName, isPerson }) => (
            <Cell
              key={id}
              title={isPerson ? `个人教练（${companyName}）` : companyName}
              chosen={id === company?.id}
              onPress={() => setChosenId(id)}
            />
          ))}
        </View>
      )}
    </Sheet>
  )
}
