// One file: a language is fetched as a whole, and a translator reads it from end to end beside `en.ts`.

import type { Translation } from './translation.ts'

/**
 * Every text of the claim page in Vietnamese, in the order of `en.ts`.
 * One file, since a translator reads a language from end to end.
 */
export const vi: Translation = {
  ui: {
    copied: 'Đã sao chép',
    copyFailed: 'Không sao chép được',
    copiedWhat: (what) => `Đã lưu ${what} vào bộ nhớ tạm.`,
    failedToCopy: (what) => `Không sao chép được ${what}`,
    copy: (what) => `Sao chép ${what}`,
    address: 'địa chỉ',
    close: 'Đóng',
    notifications: 'Thông báo ({hotkey})',
  },

  page: {
    title: (tokenName) => `Nhận ${tokenName}`,
    untitled: 'Nhận token của bạn',
    noScript: 'Trang này cần JavaScript',
    noScriptHelp:
      'Trang làm việc với ví ngay trong trình duyệt của bạn. Hãy cho phép JavaScript cho trang này rồi tải lại.',
    loading: 'Đang tải',
    language: 'Ngôn ngữ',
    noAnswer: 'Trang này không phản hồi',
    noAnswerHelp: 'Chưa có gì được gửi hay thay đổi. Hãy kiểm tra kết nối rồi thử lại.',
    incomplete: 'Không tải được đầy đủ trang này',
    loadAgain: 'Tải lại',
    offline: 'Bạn đang ngoại tuyến',
    offlineHelp: 'Hiện không kết nối được với trang này từ đây. Nội dung bạn đã nhập được giữ lại.',
    tryAgain: 'Thử lại',
    tryingAgain: 'Đang thử lại...',
  },

  progress: {
    label: 'Tiến trình',
    steps: ['Kết nối ví', 'Xem phân bổ', 'Gửi yêu cầu'],
    done: ', đã xong',
  },

  connect: {
    heading: (tokenName) => `Nhận token ${tokenName} của bạn trên Solana`,
    welcome: 'Hãy kết nối ví đã giữ coin của bạn. Bạn sẽ thấy số lượng và chọn địa chỉ Solana nhận nó.',
    connect: 'Kết nối ví',
    connecting: 'Đang kết nối...',
    connected: 'Đã kết nối ví',
    failed: 'Kết nối thất bại',
    disconnected: 'Ví của bạn không còn được kết nối',
    disconnectedHelp: 'Hãy kết nối lại để tiếp tục. Nội dung bạn đã nhập được giữ lại.',
    wallet: 'Ví',
    unnamedWallet: 'Ví trình duyệt',
    noWallet:
      'Chưa tìm thấy ví nào trong trình duyệt. Hãy cài một ví, hoặc mở trang này bằng trình duyệt trong ứng dụng ví của bạn.',
    noWalletOnPhone: 'Hãy mở trang này bằng trình duyệt trong ứng dụng ví của bạn:',
    openIn: (wallet) => `Mở trong ${wallet}`,
  },

  otherWays: {
    onPhone: 'Tiếp tục trên điện thoại',
    onPhoneHelp: 'Quét bằng điện thoại và mở trang bằng trình duyệt trong ứng dụng ví của bạn.',
    pageQr: 'Mã QR của trang này',
    open: 'Ký ở nơi khác',
    openHelp: 'Cho ví cứng và thiết bị khác: ký văn bản ở đó, dán chữ ký vào đây.',
    forSafe: 'Nhận cho một Safe của bạn',
    heading: 'Không có ví trong trình duyệt này?',
  },

  elsewhere: {
    about: 'Nhập địa chỉ đã giữ coin. Bạn sẽ nhận một văn bản để ký ở nơi giữ khóa, rồi dán chữ ký vào đây.',
    address: 'Địa chỉ EVM',
    addressHint: '0x và 40 chữ số thập lục phân.',
    addressProblems: {
      shape: 'Đây không phải địa chỉ EVM: địa chỉ gồm 0x và 40 chữ số thập lục phân.',
      checksum: 'Chữ hoa của địa chỉ không khớp với các chữ số: có một ký tự sai. Hãy sao chép lại từ ví.',
      solana: 'Đây là địa chỉ Solana. Hãy nhập địa chỉ EVM trước: nó bắt đầu bằng 0x.',
    },
    back: 'Quay lại',
    check: 'Xem phân bổ',
    kind: 'Ví dùng để ký',
    kindHelp: 'Ví dụ, Safe là ví hợp đồng: chữ ký của nó có hiệu lực 14 ngày.',
    keyWallet: 'Ví thông thường (một khóa)',
    contractWallet: (chain) => `Ví hợp đồng trên ${chain}`,
    next: 'Hiện văn bản cần ký',
    preparing: 'Đang chuẩn bị văn bản...',
    signHeading: 'Hãy ký văn bản này',
    signWith: 'Hãy ký bằng địa chỉ này. Ký miễn phí và không chuyển gì cả.',
    text: 'Văn bản cần ký',
    textName: 'văn bản',
    textQr: 'Mã QR của văn bản',
    copy: 'Sao chép',
    newText: 'Làm mới',
    until: {
      key: (time) => `Có hiệu lực đến ${time}: hãy ký và gửi trước lúc đó.`,
      contract: (time) =>
        `Có hiệu lực đến ${time} với ví hợp đồng. Chữ ký của một khóa có hiệu lực mười phút.`,
    },
    over: 'Văn bản này đã hết hạn',
    overHelp: (time) =>
      `Nó có hiệu lực đến ${time}. Các địa chỉ của bạn được giữ lại: hãy làm mới và ký văn bản mới.`,
    signature: 'Chữ ký',
    signatureHints: {
      key: '0x và 130 chữ số thập lục phân, hoặc JSON do công cụ tạo ra.',
      contract: 'Kết quả ví hợp đồng đưa ra cho văn bản này: 0x và các chữ số thập lục phân.',
    },
    signatureProblems: {
      missing: 'Hãy dán kết quả ví đưa ra khi bạn ký văn bản.',
      unreadable: 'Không đọc được. Cần các chữ số thập lục phân sau 0x, hoặc JSON của công cụ có "sig".',
      otherText: 'JSON này thuộc văn bản khác. Hãy ký văn bản ở trên.',
      length: (bytes) =>
        `Có ${bytes} byte, trong khi chữ ký của một khóa có 65. Hãy sao chép toàn bộ, hoặc quay lại và chọn ví hợp đồng.`,
      noSigner: 'Không khóa nào có thể tạo ra chữ ký này. Hãy sao chép lại toàn bộ.',
    },
    submit: 'Gửi yêu cầu nhận',
    submitting: 'Đang gửi...',
    how: {
      heading: 'Cách ký',
      wallet: 'Trong ứng dụng ví hoặc ví cứng: “Ký thông điệp”. Dán văn bản hoặc quét mã QR.',
      explorer: 'Trên trình khám phá, với ví của bạn: trang “Verify signature”, rồi “Sign message”.',
      foundry: 'Trên dòng lệnh, với Foundry, văn bản lưu là text.txt:',
      command: 'Bằng lệnh của Ferry, không cần trang web: lệnh ký và gửi.',
      exactly: 'Phải ký văn bản đúng nguyên văn, không có dấu xuống dòng ở cuối.',
    },
  },

  walletConnect: {
    opening: 'Đang xin liên kết từ máy chủ trung gian...',
    scan: 'Hãy quét bằng ứng dụng ví.',
    onPhone: 'Mở ứng dụng ví bằng liên kết này, hoặc quét mã bằng thiết bị khác.',
    openApp: 'Mở ứng dụng ví của tôi',
    code: 'Mã để ví của bạn kết nối với trang này',
    copy: 'Sao chép liên kết',
    link: 'liên kết',
    help: 'Chỉ trang này và ví của bạn đọc được nội dung gửi cho nhau.',
  },

  wait: {
    hint: 'Ví của bạn chưa trả lời. Có thể cửa sổ ví đang bị che: hãy mở ví, mở khóa và tìm yêu cầu.',
    cancel: 'Hủy',
    lateSignature: 'Yêu cầu bạn đã hủy vừa được ký. Chữ ký đó không được dùng.',
  },

  otherAccount: {
    signing: (account) => `Ví của bạn vẫn đang chờ ký yêu cầu nhận của ${account}.`,
    sending: (account) => `Yêu cầu nhận của ${account} đã được ký và đang được gửi.`,
    looking: (account) =>
      `Câu trả lời của cổng cho yêu cầu của ${account} đã bị mất. Đang hỏi xem yêu cầu đã đến chưa.`,
    submitted: (account) =>
      `Yêu cầu nhận của ${account} đã được gửi. Để xem, hãy chọn tài khoản đó trong ví.`,
    failed: (account) => `Yêu cầu nhận của ${account} chưa được gửi.`,
  },

  brand: {
    about: 'Coin của bạn chuyển sang Solana. Nhận tại đây đúng số lượng bạn đã giữ tại thời điểm snapshot.',
    claiming: 'Bạn nhận',
    from: 'Từ',
    to: 'Đến',
    youAreOn: 'Bạn đang ở',
    opens: 'Mở nhận',
    closes: 'Đóng nhận',
    expected: 'Dự kiến chi trả',
    progress: (claimed, listed) => `${claimed} trên ${listed} người nắm giữ đã nhận`,
  },

  trust: {
    recoveryPhrase: 'Đừng bao giờ nhập cụm từ khôi phục hay khóa riêng tư. Ai hỏi thứ đó là kẻ trộm.',
    links: {
      site: 'Trang dự án',
      terms: 'Điều khoản',
      support: 'Hỗ trợ',
      announcement: 'Thông báo',
    },
  },

  amount: {
    receive: 'Bạn nhận được',
    decimals: (decimals) => `(${decimals} chữ số thập phân)`,
    nothing: 'Sẽ không nhận được gì',
    nothingHelp: (decimals) =>
      `Số lượng này nhỏ hơn đơn vị nhỏ nhất của token: token có ${decimals} chữ số thập phân trên Solana. Yêu cầu nhận sẽ không được trả gì.`,
  },

  security: {
    heading: 'Về yêu cầu này',
    oneClaim: 'Mỗi địa chỉ nhận một lần.',
    exactAmounts: 'Số lượng đúng như snapshot.',
    signature: 'Chữ ký của bạn được xác minh. Ký không chuyển tiền và không tốn gas.',
    file: 'Tệp phân bổ',
    fileHash: 'mã băm của tệp',
  },

  network: {
    heading: 'Mạng:',
    wrong: 'Sai mạng',
    wrongHelp: 'Ví của bạn đang ở mạng không được hỗ trợ tại đây. Hãy chuyển sang một trong các mạng này.',
    chainId: (decimal, hex) => `Chain ID: ${decimal} (${hex})`,
    current: 'Hiện tại',
    add: 'Thêm vào ví',
    switch: 'Chuyển',
    added: 'Đã thêm mạng',
    addedHelp: (network) => `${network} đã có trong ví của bạn.`,
    addFailed: 'Không thêm được mạng',
    switched: 'Đã chuyển mạng',
    switchedHelp: (network) => `Ví của bạn đang ở ${network}.`,
    notFound: 'Không tìm thấy mạng',
    notFoundHelp: 'Trước tiên hãy thêm mạng này vào ví',
    switchFailed: 'Không chuyển được mạng',
  },

  wallet: {
    not_detected: 'Không tìm thấy ví trong trình duyệt. Hãy cài một ví để tiếp tục.',
    not_connected: 'Chưa kết nối ví',
    chain_unknown: 'Ví của bạn không cho biết đang ở mạng nào. Hãy mở khóa ví hoặc dùng ví khác.',
    request_pending: 'Ví của bạn đang hiện một yêu cầu. Hãy mở ví và trả lời.',
    connect_rejected: 'Bạn đã từ chối yêu cầu kết nối.',
    connect_out_of_touch: 'Lỗi mạng. Hãy thử lại.',
    connect_failed: 'Đã xảy ra lỗi không rõ.',
    no_evm_account: 'Ví này không đưa tài khoản EVM nào. Hãy chọn tài khoản EVM trong ví, hoặc dùng ví khác.',
    relay_silent:
      'Máy chủ WalletConnect không phản hồi. Chưa yêu cầu gì ở ví của bạn. Hãy kiểm tra kết nối rồi thử lại.',
    sign_rejected: 'Bạn đã từ chối yêu cầu ký',
    sign_failed: 'Không ký được thông điệp',
    sign_empty: 'Ví của bạn không đưa chữ ký. Hãy thử lại, hoặc dùng ví khác.',
    sign_pending:
      'Safe của bạn đã có chữ ký này và đang chờ các chủ sở hữu khác. Khi họ đã ký, hãy quay lại trong 14 ngày và nhấn nút lần nữa.',
    add_network_rejected: 'Bạn đã từ chối thêm mạng',
    add_network_failed: 'Không thêm được mạng vào ví',
    switch_network_rejected: 'Bạn đã từ chối chuyển mạng',
    switch_network_unknown: 'Ví không có mạng này',
    switch_network_failed: 'Không chuyển được mạng.',
  },

  window: {
    notOpen: 'Chưa đến thời gian nhận',
    opensAt: (utc) => `Bắt đầu: ${utc}.`,
    checkMeanwhile: 'Bạn có thể kết nối ví và xem phân bổ ngay bây giờ.',
    closed: 'Đã hết thời gian nhận',
    paused: 'Việc nhận đang tạm dừng',
    pausedHelp: 'Số lượng của bạn vẫn an toàn. Hãy quay lại sau.',
    closedAt: (utc) => `Đã kết thúc: ${utc}.`,
    closesAt: (utc) => `Hạn nhận: ${utc}.`,
    whereYouAre: (local) => `Giờ địa phương của bạn: ${local}.`,
  },

  allocation: {
    heading: 'Phân bổ của bạn',
    loading: 'Đang tải phân bổ của bạn...',
    changed: (was, is) => `Phân bổ của bạn đã đổi từ ${was} thành ${is}.`,
    claimGone: 'Yêu cầu nhận của bạn không còn ở đây',
    claimGoneHelp: 'Dự án đã xóa nó. Hãy gửi lại yêu cầu.',
    failed: 'Không tải được phân bổ. Hãy thử lại.',
    eligible: 'Đủ điều kiện',
    amount: 'Phân bổ bằng token SPL',
    original: 'Số lượng gốc:',
    evmAddress: 'Địa chỉ EVM',
    updated: 'Cập nhật lần cuối:',
    proceed: 'Đến biểu mẫu nhận',
    notFound: 'Không tìm thấy phân bổ',
    notFoundHelp: 'Không có gì để nhận cho địa chỉ này. Lý do có thể là:',
    notPublished: 'Danh sách người nắm giữ chưa được công bố',
    notPublishedHelp: 'Hãy quay lại sau.',
    didNotHold: 'Địa chỉ này không giữ coin tại thời điểm snapshot.',
    otherWallet: 'Dùng ví khác',
    wrongWallet: 'Bạn kết nối nhầm ví. Hãy chuyển sang tài khoản khác trong ví để kiểm tra.',
  },

  form: {
    heading: 'Gửi yêu cầu nhận',
    amount: 'Số lượng',
    otherAmount: (was, is) => `Yêu cầu của bạn là ${was}. Phân bổ của bạn hiện là ${is}: đó là số bạn ký.`,
    solanaAddress: 'Địa chỉ Solana',
    hint: 'Sao chép từ ví Solana của bạn: Nhận, rồi Sao chép.',
    placeholder: 'Địa chỉ ví Solana của bạn',
    invalid: 'Địa chỉ Solana không đúng định dạng.',
    noNames: 'Tên như toly.sol không dùng được ở đây.',
    secret:
      'Đó có vẻ là khóa riêng tư hoặc cụm từ khôi phục. Đừng bao giờ nhập nó ở bất cứ đâu. Ai có nó đều có thể lấy tiền của bạn.',
    required: 'Hãy nhập một địa chỉ Solana hợp lệ.',
    useWallet: 'Dùng ví Solana của tôi',
    takeFromWallet: (wallet) => `Dùng ${wallet}`,
    fromWallet: (wallet) => `Lấy từ ${wallet}. Hãy so sánh bên dưới.`,
    fromLink: 'Lấy từ một liên kết Solana. Hãy so sánh bên dưới.',
    fromExplorer: (site) => `Lấy từ một trang của ${site}. Hãy so sánh bên dưới.`,
    withoutHidden: 'Đã bỏ các ký tự khác. Hãy so sánh địa chỉ bên dưới.',
    checking: 'Đang tra địa chỉ này trên Solana...',
    unused: 'Địa chỉ này trống. Ví mới? Không sao. Nếu ví của bạn có SOL thì đây không phải địa chỉ của bạn.',
    noticeHeading: 'Lưu ý quan trọng',
    notices: [
      'Bạn có thể sửa địa chỉ cho đến khi bắt đầu chi trả, sau đó thì không.',
      'Hãy dùng ví của chính bạn. Token gửi đến sàn giao dịch có thể bị mất.',
    ],
    signatureNote: 'Ký miễn phí và không chuyển gì cả.',
    preview: 'Nội dung ví của bạn sẽ hiện',
    previewNonce: '(thời điểm bạn ký)',
    lastLook: 'Kiểm tra lần cuối trước khi ký',
    lastLookHelp: 'So sánh từng nhóm với địa chỉ trong ví Solana của bạn.',
    programOwned: 'Địa chỉ khác thường',
    confirmProgramOwned: 'Đây là kho của tôi (ví dụ multisig của Squads).',
    notSubmitted: 'Yêu cầu nhận của bạn chưa được gửi',
    nothingSent: (button) => `Chưa có gì được gửi. Nhấn “${button}” để thử lại.`,
    walletBusy: 'Vẫn còn một yêu cầu đang mở trong ví',
    moreOwners: 'Bạn đã ký, các chủ sở hữu khác thì chưa',
    answeredLate:
      'Ví của bạn trả lời quá muộn: chữ ký có hiệu lực mười phút. Hãy ký lại và xác nhận sớm trong ví.',
    otherSigner: (signer, own) =>
      `Người ký là ${signer}, không phải ${own}: tài khoản khác, hoặc văn bản khác. Hãy ký lại bằng ${own}.`,
    unknown: 'Chưa rõ yêu cầu nhận của bạn đã đến chưa',
    unknownHelp:
      'Yêu cầu đã được gửi nhưng câu trả lời bị mất. Hãy tải lại trang này sau: nếu yêu cầu đã đến, nó sẽ hiện ra. Thử lại không gây hại, yêu cầu chỉ được tính một lần.',
    noAnswer:
      'Trang này không phản hồi. Địa chỉ bạn nhập được giữ lại và yêu cầu chỉ được tính một lần: hãy thử lại.',
    submit: 'Ký và gửi',
    submitting: 'Đang ký và gửi...',
    openWallet: 'Ví của bạn yêu cầu ký. Hãy mở ví và so sánh địa chỉ một lần nữa.',
    reachingWallet: 'Đang liên hệ với ví của bạn qua WalletConnect...',
    signed: 'Đã ký. Yêu cầu nhận của bạn đang được gửi.',
    looking: 'Đã ký. Câu trả lời của cổng bị mất. Đang hỏi xem yêu cầu của bạn đã đến chưa.',
    reset: 'Đặt lại',
  },

  safe: {
    heading: 'Nhận cho Safe',
    help: 'Các chủ sở hữu lần lượt ký trên trang này, mỗi người bằng ví của mình. Ký không chuyển tiền và không tốn gas.',
    address: 'Địa chỉ Safe',
    addressHint: 'Địa chỉ đã giữ coin: 0x và 40 ký tự.',
    find: 'Tìm Safe này',
    invalid: 'Đây không phải địa chỉ EVM: địa chỉ gồm 0x và 40 ký tự.',
    notFound: (networks) => `Không có Safe tại địa chỉ này trên ${networks}.`,
    notASafe:
      'Địa chỉ này là hợp đồng, nhưng không phải Safe từ phiên bản 1.3.0. Hãy kết nối chính ví đó với trang này.',
    unknown: 'Mạng hiện chưa cho biết địa chỉ này là gì. Hãy thử lại sau giây lát.',
    otherSafe: 'Safe khác',
    threshold: (threshold, owners) =>
      owners === 1 ? 'Chủ sở hữu duy nhất phải ký.' : `${threshold} trong ${owners} chủ sở hữu phải ký.`,
    on: (network) => `Safe trên ${network}`,
    begin: 'Đến phần chữ ký',
    count: (signed, threshold) => `${signed} trên ${threshold} chữ ký`,
    until: (utc) => `Tất cả chữ ký phải có ở đây trước ${utc}. Hãy quay lại trang này trước lúc đó.`,
    owner: 'Chủ sở hữu',
    signed: 'Đã ký',
    missing: 'Chưa ký',
    you: 'đã kết nối',
    sign: 'Ký với tư cách này',
    signing: 'Đang ký...',
    submit: 'Gửi yêu cầu nhận',
    handOn: 'Gửi liên kết này cho chủ sở hữu tiếp theo',
    handOnHelp:
      'Liên kết chứa yêu cầu và các chữ ký đã có. Chỉ chủ sở hữu mới thêm được chữ ký, và không ai đổi được yêu cầu.',
    copyLink: 'Sao chép liên kết',
    link: 'liên kết',
    connectOwner: 'Hãy kết nối ví của một chủ sở hữu để ký.',
    notAnOwner: 'Tài khoản đang kết nối không phải chủ sở hữu Safe này. Hãy chọn chủ sở hữu trong ví.',
    hasSigned: 'Chủ sở hữu đang kết nối đã ký. Giờ đến chủ sở hữu tiếp theo ký.',
    wrongNetwork: (network) => `Hãy chuyển ví sang ${network} để ký.`,
    shown: 'Nội dung các chủ sở hữu đồng ý',
    shownHelp: 'Ví của bạn hiện mã băm của văn bản này làm thông điệp của Safe.',
    otherSigner: 'Chữ ký đó không phải của chủ sở hữu đang kết nối. Hãy ký lại bằng tài khoản đó.',
    dropped:
      'Một chữ ký trong liên kết không khớp với yêu cầu này và đã bị bỏ: danh sách người nắm giữ có thể đã thay đổi.',
    expired: 'Yêu cầu này được bắt đầu hơn 14 ngày trước',
    expiredHelp: 'Các chữ ký không còn hiệu lực. Hãy bắt đầu lại: các chủ sở hữu ký lần nữa.',
    startAnew: 'Bắt đầu lại',
    badLink: 'Liên kết không đầy đủ. Hãy xin lại, hoặc bắt đầu lại.',
    wallet: 'Địa chỉ này là ví hợp đồng',
    walletHelp:
      'Các chủ sở hữu có tối đa 14 ngày. Trang này luôn yêu cầu cùng một văn bản: hãy quay lại và nhấn nút lần nữa cho đến khi mọi người đã ký.',
    waiting: (utc) => `Đã bắt đầu: cùng văn bản đó được yêu cầu lại cho đến ${utc}.`,
    elsewhere: (network) =>
      `Địa chỉ này là ví hợp đồng trên ${network}. Hãy chuyển ví sang ${network} để ký.`,
  },

  submission: {
    failed: 'Gửi không thành công',
    alreadyClaimed: 'Bạn đã gửi yêu cầu nhận cho địa chỉ này',
    noAllocation: 'Không tìm thấy phân bổ cho địa chỉ này',
    invalid: 'Dữ liệu không hợp lệ, hoặc không xác minh được chữ ký',
    signatureRejected: 'Yêu cầu ký đã bị từ chối',
    other: 'Không gửi được yêu cầu nhận',
  },

  errors: {
    sol_is_evm_address:
      'Đây là địa chỉ EVM, giống địa chỉ bạn đã kết nối. Hãy nhập địa chỉ ví Solana của bạn: nó không bắt đầu bằng 0x.',
    invalid_sol_address: 'Đó không phải địa chỉ Solana đầy đủ. Hãy sao chép lại.',
    sol_zero_key: 'Địa chỉ Solana đó là khóa toàn số 0, không ai kiểm soát.',
    sol_known_program:
      'Địa chỉ Solana đó thuộc về một chương trình, không phải ví. Hãy nhập địa chỉ ví của chính bạn.',
    sol_off_curve_unconfirmed:
      'Không khóa nào ký được cho địa chỉ Solana đó: một chương trình kiểm soát nó, như két multisig. Nếu bạn không chắc điều đó nghĩa là gì, hãy nhập địa chỉ của một ví thông thường.',
    sol_off_curve:
      'Không khóa nào ký được cho địa chỉ Solana đó và ở đó không có tài khoản nào. Hãy nhập địa chỉ mà bạn giữ khóa.',
    sol_off_curve_unseen:
      'Không khóa nào ký được cho địa chỉ Solana đó, và hiện không tra được ở đó có két hay không. Chưa có gì được gửi. Hãy thử lại sau giây lát, hoặc nhập địa chỉ của một ví thông thường.',
    sol_is_token_mint:
      'Địa chỉ Solana đó là chính token (mint), không phải ví. Hãy nhập địa chỉ ví của chính bạn.',
    sol_is_token_account:
      'Địa chỉ Solana đó là tài khoản token, không phải ví. Hãy nhập địa chỉ của ví sở hữu nó.',
    sol_is_program:
      'Địa chỉ Solana đó là chương trình thực thi, không phải ví. Hãy nhập địa chỉ ví của chính bạn.',
    bad_signature: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'Chữ ký không khớp với địa chỉ và dữ liệu này. Hãy ký lại yêu cầu nhận.'
        : `Chữ ký không khớp với địa chỉ, dữ liệu này và địa chỉ của cổng. Chưa có gì được gửi. Nếu một trang khác ${publicUrl} đã yêu cầu bạn ký, đừng tin trang đó. Hãy mở ${publicUrl} và ký lại.`,
    wrong_message: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'Bạn đã ký một thông điệp mà cổng không còn chấp nhận. Chưa có gì được gửi. Hãy tải lại trang và ký lại.'
        : `Bạn đã ký một thông điệp không nêu trang của nó; cổng không chấp nhận. Chưa có gì được gửi. Hãy mở ${publicUrl} và ký lại.`,
    list_replaced: ({ was, is }) =>
      was === is
        ? 'Danh sách người nắm giữ đã được thay từ khi bạn mở trang này. Chưa có gì được gửi. Hãy ký lại.'
        : `Phân bổ của bạn đã đổi từ ${was} thành ${is}. Chưa có gì được gửi. Hãy xem lại rồi ký lại.`,
    high_s_signature: 'Chữ ký không ở dạng chuẩn (s cao). Hãy ký lại yêu cầu nhận.',
    stale_nonce: 'Yêu cầu đã ký quá cũ hoặc ở tương lai. Hãy kiểm tra đồng hồ của thiết bị rồi ký lại.',
    unsupported_chain: 'Ví của bạn đang ở mạng mà cổng không hỗ trợ. Hãy chuyển mạng rồi ký lại.',
    contract_wallet: ({ chainName }) =>
      `Không xác minh được ví hợp đồng trên ${chainName}: cổng không có nút của mạng đó để hỏi. Hãy liên hệ đội ngũ của cổng.`,
    no_contract_on_chain: ({ chainName }) =>
      `Không có ví hợp đồng tại địa chỉ này trên ${chainName}. Hãy chuyển sang mạng có ví đó, hoặc triển khai ví ở mạng này, rồi ký lại.`,
    contract_on_other_chain: ({ chainName, otherChainName }) =>
      `Địa chỉ này là ví hợp đồng trên ${otherChainName}, không phải trên ${chainName}. Hãy chuyển sang ${otherChainName} rồi ký lại.`,
    contract_checked_elsewhere: ({ chainName, otherChainName }) =>
      `Không xác minh được ví này trên ${chainName}: cổng chỉ tra được trên ${otherChainName}. Hãy chuyển sang ${otherChainName} rồi ký lại.`,
    evm_rpc_unreachable: ({ chainName }) =>
      `Hiện không xác minh được ví này: nút của ${chainName} không trả lời. Chưa có gì được gửi. Hãy thử lại sau giây lát.`,
    evm_rpc_wrong_chain: ({ chainName }) =>
      `Hiện không xác minh được ví này: nút mà cổng dùng để hỏi ${chainName} thuộc mạng khác. Chưa có gì được gửi. Hãy báo cho đội ngũ của cổng và thử lại sau.`,
    too_busy: 'Hiện có quá nhiều người đang dùng cổng này. Chưa có gì được gửi. Hãy thử lại sau vài giây.',
    wallet_checks_busy:
      'Đang có quá nhiều ví loại này được xác minh. Chưa có gì được gửi. Hãy thử lại sau một phút.',
    claim_under_way: 'Không thể đổi yêu cầu này nữa: nó đã vào đợt chi trả. Không có gì bị thay đổi.',
    nonce_not_newer:
      'Yêu cầu này được ký trước yêu cầu đã gửi, hoặc là chính nó. Không có gì bị thay đổi. Hãy ký lại.',
    key_required:
      'Yêu cầu này được ký bằng khóa của địa chỉ, và chỉ khóa đó mới đổi được. Không có gì bị thay đổi. Hãy ký bằng ví đã gửi yêu cầu.',
    no_claim: 'Chưa có yêu cầu nhận nào cho địa chỉ này.',
    no_allocation: 'Không tìm thấy phân bổ cho địa chỉ này.',
    amount_exceeds_u64:
      'Phân bổ này lớn hơn mức mà một tài khoản token trên Solana có thể chứa. Chưa có gì được gửi. Hãy báo cho đội ngũ của cổng.',
    holder_list_changed:
      'Danh sách người nắm giữ đã bị sửa bên ngoài cổng nên không có hiệu lực. Chưa có gì được gửi. Đội ngũ của cổng phải tải danh sách lên lại.',
    claims_not_open: 'Chưa đến thời gian nhận.',
    wallet_denied: 'Không dùng được ví này ở đây. Nếu bạn cho rằng có nhầm lẫn, hãy hỏi dự án.',
    destination_denied:
      'Không dùng được địa chỉ Solana này ở đây. Chưa có gì được gửi. Hãy nhập địa chỉ khác.',
    claims_paused:
      'Việc nhận đang tạm dừng. Chưa có gì được gửi. Phân bổ của bạn vẫn giữ nguyên: hãy thử lại sau.',
    claims_closed: 'Đã hết thời gian nhận.',
    already_claimed: 'Đã có yêu cầu nhận cho địa chỉ này.',
    already_paid: 'Địa chỉ này đã được chi trả.',
    too_many_requests: 'Quá nhiều yêu cầu. Hãy chờ giây lát rồi thử lại.',
    request_too_slow: 'Yêu cầu mất quá nhiều thời gian và đã bị ngắt. Không có gì bị thay đổi. Hãy gửi lại.',
    store_unavailable:
      'Hiện cổng không truy cập được dữ liệu. Hãy thử lại sau giây lát: những gì đã lưu vẫn được giữ.',
    not_ready: 'Cổng đang khởi động hoặc đang dừng. Hãy thử lại sau giây lát.',
    internal: 'Đã có lỗi ở phía chúng tôi. Hãy thử lại; nếu vẫn lỗi, hãy liên hệ đội ngũ của cổng.',
  },

  claim: {
    submitted: 'Đã gửi yêu cầu nhận thành công',
    addressChanged: 'Đã đổi địa chỉ',
    headings: {
      queued: 'Yêu cầu của bạn đang chờ',
      sending: 'Token của bạn đang được gửi',
      attention: 'Khoản chi trả của bạn cần được xem xét',
      sent: 'Token của bạn đã được gửi',
      rejected: 'Yêu cầu của bạn bị từ chối',
    },
    badges: {
      queued: 'Đang chờ chi trả',
      sending: 'Đang gửi',
      attention: 'Cần xem xét',
      sent: 'Đã gửi',
      rejected: 'Bị từ chối',
    },
    journey: 'Yêu cầu của bạn đang ở đâu',
    steps: {
      claimed: 'Đã yêu cầu',
      inRun: 'Chờ chi trả',
      onChain: 'Đã gửi trên Solana',
      final: 'Đã nhận',
      rejected: 'Yêu cầu bị từ chối',
    },
    attention: {
      too_small: 'Số lượng nhỏ hơn đơn vị nhỏ nhất của token nên không thể chi trả.',
      recipient:
        'Địa chỉ Solana của bạn không nhận được các token này: tài khoản token của nó đã bị khóa hoặc đóng băng.',
      on_hold:
        'Chưa chắc token của bạn đã đến hay chưa. Không gửi thêm gì cho đến khi rõ ràng, để không ai được trả hai lần.',
      failed: 'Khoản chi trả không thành công. Dự án phải xem xét trước khi thử lại.',
    },
    expectedBy: (utc) => `Dự kiến chi trả trước ${utc}.`,
    following: 'Bạn có thể đóng trang này. Hãy kết nối cùng ví để xem tiến độ.',
    followingFailed: 'Trang này vừa không phản hồi. Đang hỏi lại.',
    arrived: 'Giao dịch đã hoàn tất: token đã ở trong ví Solana của bạn.',
    id: 'Mã tham chiếu',
    idName: 'mã tham chiếu',
    toAddress: 'Đến địa chỉ Solana của bạn',
    transaction: 'Giao dịch Solana',
    transactionName: 'giao dịch',
    why: 'Lý do',
    viewTransaction: 'Xem giao dịch',
    askWhy: ['Nếu bạn cho rằng có nhầm lẫn, hãy hỏi tại ', '.'],
    claimedFor: 'Gửi đến',
    changeAddress: 'Đổi địa chỉ Solana',
    presentAddress: (address) => `Hiện đang đến ${address}.`,
    claimAgain: 'Gửi lại yêu cầu',
    noChange: {
      taken: 'Yêu cầu này đã vào đợt chi trả: không thể đổi địa chỉ Solana của nó.',
      notOpen: 'Việc nhận hiện không mở, nên không thể đổi địa chỉ Solana.',
    },
    noClaimAgain: {
      taken:
        'Yêu cầu này vẫn nằm trong danh sách của một đợt chi trả. Khi đợt đó kết thúc, bạn có thể gửi lại yêu cầu.',
      notOpen: 'Việc nhận hiện không mở, nên không thể gửi lại yêu cầu.',
    },
    soon: 'Token của bạn sẽ sớm được gửi.',
    underWay: 'Một giao dịch đang chuyển token của bạn.',
    updates: ['Tin mới được đăng tại ', '.'],
    channel: 'kênh nhắn tin',
    unnamedChannel: 'kênh nhắn tin của dự án',
    receiptAndProof: 'Biên nhận và bằng chứng',
    another: 'Nhận cho ví khác',
    noSol: 'Ví này chưa có SOL. Token của bạn vẫn sẽ đến; để chuyển đi cần một ít SOL.',
    receipt: 'Biên nhận của bạn',
    receiptHelp: 'Thông điệp bạn đã ký, chữ ký và mã tham chiếu. Hãy giữ lại để chứng minh yêu cầu của bạn.',
    saveReceipt: 'Lưu biên nhận',
    copyReceipt: 'Sao chép biên nhận',
    receiptName: 'biên nhận',
    proof: 'Bằng chứng về số lượng của bạn',
    proofHelp: 'Dành cho chuyên gia: kiểm tra danh sách đã công bố có số lượng của bạn.',
    saveProof: 'Lưu bằng chứng',
    savingProof: 'Đang lấy…',
    saveCheckingPage: 'Lưu trang kiểm tra',
    proofFailed: 'Không lấy được bằng chứng. Hãy thử lại.',
  },

  notFound: {
    heading: 'Không tìm thấy trang',
    help: 'Không có gì ở địa chỉ này. Hãy kiểm tra lỗi gõ, hoặc đến trang nhận token.',
    link: 'Đến trang nhận token',
  },

  test: {
    title: 'Chuyển từ EVM sang Solana',
    heading: 'Chọn mạng',
    help: 'Trang này kiểm tra xem script và kiểu trình bày có đến được trình duyệt của bạn không.',
    button: 'Nút thử',
    toast: 'Thử',
    toastHelp: 'Trang hoạt động trong trình duyệt này.',
  },
}
