// One file: a language is fetched as a whole, and a translator reads it from end to end beside `en.ts`.

import type { Translation } from './translation.ts'

/**
 * Every text of the claim page in Turkish, in the order of `en.ts`. A name that is put in takes no ending.
 * One file, since a translator reads a language from end to end.
 */
export const tr: Translation = {
  ui: {
    copied: 'Kopyalandı',
    copyFailed: 'Kopyalanamadı',
    copiedWhat: (what) => `Panoya kopyalandı: ${what}.`,
    failedToCopy: (what) => `Kopyalanamadı: ${what}`,
    copy: (what) => `Kopyala: ${what}`,
    address: 'adres',
    close: 'Kapat',
    notifications: 'Bildirimler ({hotkey})',
  },

  page: {
    title: (tokenName) => `${tokenName} talebi`,
    untitled: 'Tokenlarınızı alın',
    noScript: 'Bu sayfa JavaScript gerektirir',
    noScriptHelp:
      'Sayfa, tarayıcınızda cüzdanınızla konuşur. Bu site için JavaScript’e izin verip sayfayı yeniden yükleyin.',
    loading: 'Yükleniyor',
    language: 'Dil',
    noAnswer: 'Bu site yanıt vermedi',
    noAnswerHelp: 'Hiçbir şey gönderilmedi veya değiştirilmedi. Bağlantınızı kontrol edip yeniden deneyin.',
    incomplete: 'Bu sayfa tam olarak yüklenemedi',
    loadAgain: 'Yeniden yükle',
    offline: 'Çevrimdışısınız',
    offlineHelp: 'Bu siteye şu anda buradan ulaşılamıyor. Yazdıklarınız korunuyor.',
    tryAgain: 'Yeniden dene',
    tryingAgain: 'Deneniyor...',
  },

  progress: {
    label: 'İlerleme',
    steps: ['Cüzdanı bağla', 'Tahsisi gör', 'Talebi gönder'],
    done: ', tamamlandı',
  },

  connect: {
    heading: (tokenName) => `${tokenName} tokenlarınızı Solana’da alın`,
    welcome:
      'Coinlerinizi tutan cüzdanı bağlayın. Miktarınızı görecek ve hangi Solana adresinin alacağını söyleyeceksiniz.',
    connect: 'Cüzdanı bağla',
    connecting: 'Bağlanıyor...',
    connected: 'Cüzdan bağlandı',
    failed: 'Bağlantı kurulamadı',
    disconnected: 'Cüzdanınız artık bağlı değil',
    disconnectedHelp: 'Devam etmek için yeniden bağlayın. Yazdıklarınız korunuyor.',
    wallet: 'Cüzdan',
    unnamedWallet: 'Tarayıcı cüzdanı',
    noWallet:
      'Henüz bir tarayıcı cüzdanı bulunamadı. Bir cüzdan kurun veya bu sayfayı cüzdan uygulamanızın tarayıcısında açın.',
    noWalletOnPhone: 'Bu sayfayı cüzdan uygulamanızın tarayıcısında açın:',
    openIn: (wallet) => `${wallet} ile aç`,
  },

  otherWays: {
    onPhone: 'Telefonda devam et',
    onPhoneHelp: 'Telefonunuzla tarayın ve sayfayı cüzdan uygulamanızın tarayıcısında açın.',
    pageQr: 'Bu sayfanın QR kodu',
    open: 'Başka yerde imzala',
    openHelp:
      'Donanım cüzdanları ve diğer cihazlar için: orada bir metin imzalayın, imzayı buraya yapıştırın.',
    forSafe: 'Sahibi olduğunuz Safe için talep et',
    heading: 'Bu tarayıcıda cüzdan yok mu?',
  },

  elsewhere: {
    about:
      'Coini tutan adresi girin. Anahtarının bulunduğu yerde imzalayacağınız bir metin alır, imzayı buraya yapıştırırsınız.',
    address: 'EVM adresi',
    addressHint: '0x ve 40 onaltılık basamak.',
    addressProblems: {
      shape: 'Bu bir EVM adresi değil: 0x ve 40 onaltılık basamak olmalı.',
      checksum:
        'Bu adresin büyük harfleri basamaklarına uymuyor: bir karakter yanlış. Cüzdanınızdan yeniden kopyalayın.',
      solana: 'Bu bir Solana adresi. Önce EVM adresini girin: 0x ile başlar.',
    },
    back: 'Geri',
    check: 'Tahsisi gör',
    kind: 'İmzalayan cüzdan',
    kindHelp: 'Örneğin Safe bir sözleşme cüzdanıdır: imzası 14 gün geçerlidir.',
    keyWallet: 'Sıradan cüzdan (tek anahtar)',
    contractWallet: (chain) => `${chain} ağında sözleşme cüzdanı`,
    next: 'Metni göster',
    preparing: 'Metin hazırlanıyor...',
    signHeading: 'Bu metni imzalayın',
    signWith: 'Bu adresle imzalayın. İmzalamak ücretsizdir ve hiçbir şeyi taşımaz.',
    text: 'İmzalanacak metin',
    textName: 'metin',
    textQr: 'Metnin QR kodu',
    copy: 'Kopyala',
    newText: 'Yenile',
    until: {
      key: (time) => `Son geçerlilik: ${time}. O zamana kadar imzalayıp gönderin.`,
      contract: (time) =>
        `Sözleşme cüzdanı için son geçerlilik: ${time}. Tek anahtarın imzası on dakika geçerlidir.`,
    },
    over: 'Bu metnin süresi doldu',
    overHelp: (time) => `Son geçerlilik: ${time}. Adresleriniz korunuyor: yenileyin ve yeni metni imzalayın.`,
    signature: 'İmza',
    signatureHints: {
      key: '0x ve 130 onaltılık basamak veya bir aracın verdiği JSON.',
      contract: 'Sözleşme cüzdanının bu metin için verdiği: 0x ve onaltılık basamaklar.',
    },
    signatureProblems: {
      missing: 'Metni imzaladığınızda cüzdanın verdiğini yapıştırın.',
      unreadable: 'Okunamıyor. 0x sonrasında onaltılık basamaklar veya "sig" içeren bir JSON olmalı.',
      otherText: 'Bu JSON başka bir metne ait. Yukarıdaki metni imzalayın.',
      length: (bytes) =>
        `Bu ${bytes} bayt; tek anahtarın imzası 65 bayttır. Tamamını kopyalayın veya geri dönüp sözleşme cüzdanını seçin.`,
      noSigner: 'Bunu hiçbir anahtar üretmiş olamaz. Tamamını yeniden kopyalayın.',
    },
    submit: 'Talebi gönder',
    submitting: 'Gönderiliyor...',
    how: {
      heading: 'Nasıl imzalanır',
      wallet:
        'Cüzdan uygulamasında veya donanım cüzdanında: “Mesaj imzala”. Metni yapıştırın veya QR kodunu tarayın.',
      explorer: 'Bir gezginde, cüzdanınızla: “Verify signature” sayfası, sonra “Sign message”.',
      foundry: 'Komut satırında Foundry ile, metin text.txt olarak kaydedilmişken:',
      command: 'Sayfa gerektirmeyen Ferry komutuyla: imzalar ve gönderir.',
      exactly: 'Metin olduğu gibi, sonunda satır sonu olmadan imzalanmalıdır.',
    },
  },

  walletConnect: {
    opening: 'Aracı sunucudan bağlantı isteniyor...',
    scan: 'Cüzdan uygulamanızla tarayın.',
    onPhone: 'Cüzdan uygulamanızı bu bağlantıyla açın veya kodu başka bir cihazla tarayın.',
    openApp: 'Cüzdan uygulamamı aç',
    code: 'Cüzdanınızın bu sayfaya bağlandığı kod',
    copy: 'Bağlantıyı kopyala',
    link: 'bağlantı',
    help: 'Birbirlerine gönderdiklerini yalnızca bu sayfa ve cüzdanınız okuyabilir.',
  },

  wait: {
    hint: 'Cüzdanınız henüz yanıt vermedi. Penceresi arkada kalmış olabilir: cüzdanı açın, kilidini kaldırın ve isteği bulun.',
    cancel: 'İptal',
    lateSignature: 'İptal ettiğiniz istek imzalandı. Bu imza kullanılmıyor.',
  },

  otherAccount: {
    signing: (account) => `Cüzdanınız hâlâ ${account} talebi için imza istiyor.`,
    sending: (account) => `${account} talebi imzalandı ve gönderiliyor.`,
    looking: (account) =>
      `Portalın ${account} talebine verdiği yanıt kayboldu. Talebin ulaşıp ulaşmadığı soruluyor.`,
    submitted: (account) => `${account} talebi gönderildi. Görmek için cüzdanınızda bu hesabı seçin.`,
    failed: (account) => `${account} talebi gönderilmedi.`,
  },

  brand: {
    about: 'Coininiz Solana’ya taşınıyor. Snapshot sırasında ne kadar tuttuysanız burada aynı miktarı alın.',
    claiming: 'Talep ettiğiniz',
    from: 'Kimden',
    to: 'Kime',
    youAreOn: 'Bulunduğunuz adres:',
    opens: 'Başlangıç',
    closes: 'Bitiş',
    expected: 'Beklenen ödeme',
    progress: (claimed, listed) => `${listed} sahipten ${claimed} kişi talep etti`,
  },

  trust: {
    recoveryPhrase: 'Kurtarma ifadenizi veya bir özel anahtarı asla girmeyin. İsteyen hırsızdır.',
    links: {
      site: 'Proje sitesi',
      terms: 'Koşullar',
      support: 'Destek',
      announcement: 'Duyuru',
    },
  },

  amount: {
    receive: 'Size ulaşacak:',
    decimals: (decimals) => `(${decimals} ondalık basamak)`,
    nothing: 'Hiçbir şey ulaşmaz',
    nothingHelp: (decimals) =>
      `Bu miktar tokenın en küçük biriminden az: Solana’da ${decimals} ondalık basamağı var. Talep hiçbir şey ödemez.`,
  },

  security: {
    heading: 'Bu talep hakkında',
    oneClaim: 'Her adres için bir talep.',
    exactAmounts: 'Snapshot miktarlarının tam karşılığı.',
    signature: 'İmzanız doğrulanır. İmza para hareketi yapmaz, gas ücreti almaz.',
    file: 'Tahsis dosyası',
    fileHash: 'dosya özeti',
  },

  network: {
    heading: 'Ağlar:',
    wrong: 'Yanlış ağ',
    wrongHelp: 'Cüzdanınız burada desteklenmeyen bir ağda. Şunlardan birine geçin.',
    chainId: (decimal, hex) => `Zincir kimliği ${decimal} (${hex})`,
    current: 'Geçerli',
    add: 'Cüzdana ekle',
    switch: 'Geç',
    added: 'Ağ eklendi',
    addedHelp: (network) => `${network} cüzdanınızda.`,
    addFailed: 'Ağ eklenemedi',
    switched: 'Ağ değiştirildi',
    switchedHelp: (network) => `Cüzdanınızın ağı: ${network}.`,
    notFound: 'Ağ bulunamadı',
    notFoundHelp: 'Önce bu ağı cüzdana ekleyin',
    switchFailed: 'Ağ değiştirilemedi',
  },

  wallet: {
    not_detected: 'Tarayıcı cüzdanı bulunamadı. Devam etmek için bir cüzdan kurun.',
    not_connected: 'Cüzdan bağlı değil',
    chain_unknown:
      'Cüzdanınız hangi ağda olduğunu bildirmiyor. Kilidini açın veya başka bir cüzdan kullanın.',
    request_pending: 'Cüzdanınızda zaten bir istek var. Cüzdanınızı açıp yanıtlayın.',
    connect_rejected: 'Bağlantı isteğini reddettiniz.',
    connect_out_of_touch: 'Ağ hatası. Lütfen yeniden deneyin.',
    connect_failed: 'Bilinmeyen bir hata oluştu.',
    no_evm_account:
      'Bu cüzdan bir EVM hesabı vermedi. İçinde bir EVM hesabı seçin veya başka cüzdan kullanın.',
    relay_silent:
      'WalletConnect sunucusu yanıt vermedi. Cüzdanınızdan bir şey istenmedi. Bağlantınızı kontrol edip yeniden deneyin.',
    sign_rejected: 'İmza isteğini reddettiniz',
    sign_failed: 'Mesaj imzalanamadı',
    sign_empty: 'Cüzdanınız imza vermedi. Yeniden deneyin veya başka cüzdan kullanın.',
    sign_pending:
      'Safe’iniz bu imzayı aldı ve diğer sahiplerini bekliyor. Onlar imzalayınca 14 gün içinde geri gelip düğmeye yeniden basın.',
    add_network_rejected: 'Ağ ekleme isteğini reddettiniz',
    add_network_failed: 'Ağ cüzdana eklenemedi',
    switch_network_rejected: 'Ağ değiştirme isteğini reddettiniz',
    switch_network_unknown: 'Bu ağ cüzdanda bulunamadı',
    switch_network_failed: 'Ağ değiştirilemedi.',
  },

  window: {
    notOpen: 'Talepler henüz başlamadı',
    opensAt: (utc) => `Başlangıç: ${utc}.`,
    checkMeanwhile: 'Cüzdanınızı şimdiden bağlayıp tahsisinizi görebilirsiniz.',
    closed: 'Talep süresi sona erdi',
    paused: 'Talepler duraklatıldı',
    pausedHelp: 'Miktarınız güvende. Daha sonra yeniden gelin.',
    closedAt: (utc) => `Bitiş: ${utc}.`,
    closesAt: (utc) => `Taleplerin bitişi: ${utc}.`,
    whereYouAre: (local) => `Bulunduğunuz yerde: ${local}.`,
  },

  allocation: {
    heading: 'Tahsisiniz',
    loading: 'Tahsisiniz yükleniyor...',
    changed: (was, is) => `Tahsisiniz ${was} iken ${is} olarak değiştirildi.`,
    claimGone: 'Talebiniz artık burada değil',
    claimGoneHelp: 'Proje onu kaldırdı. Yeniden talep edin.',
    failed: 'Tahsis yüklenemedi. Lütfen yeniden deneyin.',
    eligible: 'Uygun',
    amount: 'SPL token olarak tahsis',
    original: 'Asıl miktar:',
    evmAddress: 'EVM adresi',
    updated: 'Son güncelleme:',
    proceed: 'Talep formuna geç',
    notFound: 'Tahsis bulunamadı',
    notFoundHelp: 'Bu adres için alınacak bir şey yok. Olası nedenler:',
    notPublished: 'Sahipler listesi henüz yayımlanmadı',
    notPublishedHelp: 'Daha sonra yeniden gelin.',
    didNotHold: 'Bu adres snapshot sırasında coini tutmuyordu.',
    otherWallet: 'Başka cüzdan kullan',
    wrongWallet: 'Yanlış cüzdan bağlı. Kontrol etmek için cüzdanınızda başka bir hesaba geçin.',
  },

  form: {
    heading: 'Talebinizi gönderin',
    amount: 'Talep edilen miktar',
    otherAmount: (was, is) => `Talebiniz ${was} için. Tahsisiniz şimdi ${is}: imzaladığınız budur.`,
    solanaAddress: 'Solana adresi',
    hint: 'Solana cüzdanınızdan kopyalayın: Al, sonra Kopyala.',
    placeholder: 'Solana cüzdanınızın adresi',
    invalid: 'Solana adresinin biçimi geçersiz.',
    noNames: 'toly.sol gibi adlar burada çalışmaz.',
    secret:
      'Bu, özel anahtara veya kurtarma ifadesine benziyor. Onu hiçbir yere girmeyin. Ona sahip olan herkes paranızı alabilir.',
    required: 'Lütfen geçerli bir Solana adresi girin.',
    useWallet: 'Solana cüzdanımı kullan',
    takeFromWallet: (wallet) => `${wallet} cüzdanını kullan`,
    fromWallet: (wallet) => `${wallet} cüzdanından alındı. Aşağıda karşılaştırın.`,
    fromLink: 'Bir Solana bağlantısından alındı. Aşağıda karşılaştırın.',
    fromExplorer: (site) => `${site} sitesindeki bir sayfadan alındı. Aşağıda karşılaştırın.`,
    withoutHidden: 'Diğer karakterler çıkarıldı. Adresi aşağıda karşılaştırın.',
    checking: 'Bu adres Solana’da aranıyor...',
    unused: 'Bu adres boş. Yeni cüzdan mı? Sorun yok. Sizinkinde SOL varsa bu sizin adresiniz değil.',
    noticeHeading: 'Önemli not',
    notices: [
      'Adresi ödeme başlayana kadar düzeltebilirsiniz, sonra değil.',
      'Kendi cüzdanınızı kullanın. Borsaya gönderilen tokenlar kaybolabilir.',
    ],
    signatureNote: 'İmzalamak ücretsizdir ve hiçbir şeyi taşımaz.',
    preview: 'Cüzdanınızın göstereceği',
    previewNonce: '(imzaladığınız an)',
    lastLook: 'İmzalamadan önce son bir bakış',
    lastLookHelp: 'Her grubu Solana cüzdanınızdaki adresle karşılaştırın.',
    programOwned: 'Alışılmadık bir adres',
    confirmProgramOwned: 'Bu benim kasam (örneğin bir Squads çoklu imzası).',
    notSubmitted: 'Talebiniz gönderilmedi',
    nothingSent: (button) => `Hiçbir şey gönderilmedi. Yeniden denemek için “${button}” düğmesine basın.`,
    walletBusy: 'Cüzdanınızda hâlâ açık bir istek var',
    moreOwners: 'Siz imzaladınız, diğer sahipler henüz değil',
    answeredLate:
      'Cüzdanınız çok geç yanıt verdi: imza on dakika geçerlidir. Yeniden imzalayın ve cüzdanınızda bekletmeden onaylayın.',
    otherSigner: (signer, own) =>
      `İmzalayan ${own} değil, ${signer}: başka bir hesap veya başka bir metin. ${own} ile yeniden imzalayın.`,
    unknown: 'Talebinizin ulaşıp ulaşmadığı bilinmiyor',
    unknownHelp:
      'Talep gönderildi, yanıtı kayboldu. Bu sayfayı daha sonra yeniden yükleyin: talep ulaştıysa gösterilir. Yeniden denemenin zararı yoktur, bir talep yalnızca bir kez sayılır.',
    noAnswer:
      'Bu site yanıt vermedi. Girdiğiniz adres korunuyor ve bir talep yalnızca bir kez sayılır: yeniden deneyin.',
    submit: 'İmzala ve gönder',
    submitting: 'Gönderiliyor...',
    openWallet: 'Cüzdanınız imza istiyor. Açın ve adresi bir kez daha karşılaştırın.',
    reachingWallet: 'Cüzdanınıza WalletConnect ile ulaşılıyor...',
    signed: 'İmzalandı. Talebiniz gönderiliyor.',
    looking: 'İmzalandı. Portalın yanıtı kayboldu. Talebinizin ulaşıp ulaşmadığı soruluyor.',
    reset: 'Sıfırla',
  },

  safe: {
    heading: 'Safe için talep',
    help: 'Sahipleri bu sayfada sırayla, her biri kendi cüzdanıyla imzalar. İmza para hareketi yapmaz, gas ücreti almaz.',
    address: 'Safe adresi',
    addressHint: 'Coini tutan adres: 0x ve 40 karakter.',
    find: 'Bu Safe’i bul',
    invalid: 'Bu bir EVM adresi değil: 0x ve 40 karakter olmalı.',
    notFound: (networks) => `Bu adreste Safe yok: ${networks}.`,
    notASafe:
      'Bu adres bir sözleşme, ama 1.3.0 veya sonraki sürümde bir Safe değil. Sayfaya o cüzdanın kendisiyle bağlanın.',
    unknown: 'Ağ şu anda bu adresin ne olduğunu bildirmiyor. Birazdan yeniden deneyin.',
    otherSafe: 'Başka Safe',
    threshold: (threshold, owners) =>
      owners === 1 ? 'Tek sahibi imzalamalı.' : `${owners} sahibinden ${threshold} kişi imzalamalı.`,
    on: (network) => `Safe, ${network}`,
    begin: 'İmzalara geç',
    count: (signed, threshold) => `İmzalar: ${signed} / ${threshold}`,
    until: (utc) => `Tüm imzaların son tarihi: ${utc}. O zamana kadar bu sayfaya geri gelin.`,
    owner: 'Sahip',
    signed: 'İmzaladı',
    missing: 'Henüz değil',
    you: 'bağlı',
    sign: 'Bu sahip olarak imzala',
    signing: 'İmzalanıyor...',
    submit: 'Talebi gönder',
    handOn: 'Bu bağlantıyı sıradaki sahibe gönderin',
    handOnHelp:
      'Talebi ve şimdiye kadarki imzaları içerir. Yalnızca bir sahip imza ekleyebilir, talebi kimse değiştiremez.',
    copyLink: 'Bağlantıyı kopyala',
    link: 'bağlantı',
    connectOwner: 'İmzalamak için bir sahibin cüzdanını bağlayın.',
    notAnOwner: 'Bağlı hesap bu Safe’in sahibi değil. Cüzdanınızda bir sahip seçin.',
    hasSigned: 'Bağlı sahip imzaladı. Şimdi sıradaki sahip imzalar.',
    wrongNetwork: (network) => `İmzalamak için cüzdanınızı ${network} ağına geçirin.`,
    shown: 'Sahiplerin onayladığı',
    shownHelp: 'Cüzdanınız bu metnin özetini Safe mesajı olarak gösterir.',
    otherSigner: 'Bu imza bağlı sahibin değil. O hesapla yeniden imzalayın.',
    dropped: 'Bu bağlantıdaki bir imza talebe uymuyor ve çıkarıldı: sahipler listesi değişmiş olabilir.',
    expired: 'Bu talep 14 günden önce başlatıldı',
    expiredHelp: 'İmzaları artık geçerli değil. Yeniden başlayın: sahipler bir kez daha imzalar.',
    startAnew: 'Yeniden başla',
    badLink: 'Bu bağlantı eksik. Yeniden isteyin veya baştan başlayın.',
    wallet: 'Bu adres bir sözleşme cüzdanı',
    walletHelp:
      'Sahiplerinin 14 güne kadar süresi var. Bu sayfa her seferinde aynı metni ister: geri gelin ve herkes imzalayana kadar düğmeye yeniden basın.',
    waiting: (utc) => `Zaten başladı: aynı metin yeniden isteniyor, son tarih ${utc}.`,
    elsewhere: (network) =>
      `Bu adres ${network} ağında bir sözleşme cüzdanı. İmzalamak için cüzdanınızı ${network} ağına geçirin.`,
  },

  submission: {
    failed: 'Gönderilemedi',
    alreadyClaimed: 'Bu adres için zaten bir talep gönderdiniz',
    noAllocation: 'Bu adres için tahsis bulunamadı',
    invalid: 'Talep verileri geçersiz veya imza doğrulanamadı',
    signatureRejected: 'İmza isteği reddedildi',
    other: 'Talep gönderilemedi',
  },

  errors: {
    sol_is_evm_address:
      'Bu, bağladığınız gibi bir EVM adresi. Solana cüzdanınızın adresini girin: 0x ile başlamaz.',
    invalid_sol_address: 'Bu tam bir Solana adresi değil. Yeniden kopyalayın.',
    sol_zero_key: 'Bu Solana adresi tamamı sıfır olan anahtardır, kimsenin denetiminde değildir.',
    sol_known_program:
      'Bu Solana adresi bir cüzdana değil, bir programa ait. Kendi cüzdanınızın adresini girin.',
    sol_off_curve_unconfirmed:
      'Bu Solana adresi için hiçbir anahtar imza atamaz: multisig kasalarda olduğu gibi onu bir program yönetir. Bunun ne demek olduğundan emin değilseniz sıradan bir cüzdanın adresini girin.',
    sol_off_curve:
      'Bu Solana adresi için hiçbir anahtar imza atamaz ve orada bir hesap yok. Anahtarı sizde olan bir adres girin.',
    sol_off_curve_unseen:
      'Bu Solana adresi için hiçbir anahtar imza atamaz ve orada bir kasa olup olmadığına şu anda bakılamıyor. Hiçbir şey gönderilmedi. Birazdan yeniden deneyin veya sıradan bir cüzdanın adresini girin.',
    sol_is_token_mint:
      'Bu Solana adresi bir cüzdan değil, tokenın kendisi (mint). Kendi cüzdanınızın adresini girin.',
    sol_is_token_account:
      'Bu Solana adresi bir cüzdan değil, bir token hesabı. Ona sahip olan cüzdanın adresini girin.',
    sol_is_program:
      'Bu Solana adresi bir cüzdan değil, çalıştırılabilir bir program. Kendi cüzdanınızın adresini girin.',
    bad_signature: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'İmza bu adrese ve bu verilere uymuyor. Talebi yeniden imzalayın.'
        : `İmza bu adrese, bu verilere ve bu portalın adresine uymuyor. Hiçbir şey gönderilmedi. Size ${publicUrl} dışında bir sayfa imza attırdıysa ona güvenmeyin. ${publicUrl} sayfasını açıp yeniden imzalayın.`,
    wrong_message: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'Bu portalın artık kabul etmediği bir mesaj imzaladınız. Hiçbir şey gönderilmedi. Sayfayı yeniden yükleyip yeniden imzalayın.'
        : `İmzaladığınız mesaj sayfasının adını vermiyor; bu portal onu kabul etmez. Hiçbir şey gönderilmedi. ${publicUrl} sayfasını açıp yeniden imzalayın.`,
    list_replaced: ({ was, is }) =>
      was === is
        ? 'Siz bu sayfayı açtıktan sonra sahipler listesi değiştirildi. Hiçbir şey gönderilmedi. Yeniden imzalayın.'
        : `Tahsisiniz ${was} iken ${is} olarak değiştirildi. Hiçbir şey gönderilmedi. Bakıp yeniden imzalayın.`,
    high_s_signature: 'İmza kurallı biçimde değil (yüksek s). Talebi yeniden imzalayın.',
    stale_nonce:
      'İmzalanan talep çok eski veya gelecekten. Cihazınızın saatini kontrol edip yeniden imzalayın.',
    unsupported_chain: 'Cüzdanınız bu portalın desteklemediği bir ağda. Ağı değiştirip yeniden imzalayın.',
    contract_wallet: ({ chainName }) =>
      `Sözleşme cüzdanları ${chainName} ağında doğrulanamıyor: bu portalın o ağda sorabileceği bir düğümü yok. Portal ekibine başvurun.`,
    no_contract_on_chain: ({ chainName }) =>
      `Bu adreste ${chainName} ağında bir sözleşme cüzdanı yok. Cüzdanın bulunduğu ağa geçin veya onu bu ağda kurun, sonra yeniden imzalayın.`,
    contract_on_other_chain: ({ chainName, otherChainName }) =>
      `Bu adres ${chainName} ağında değil, ${otherChainName} ağında bir sözleşme cüzdanı. ${otherChainName} ağına geçip yeniden imzalayın.`,
    contract_checked_elsewhere: ({ chainName, otherChainName }) =>
      `Bu cüzdan ${chainName} ağında doğrulanamıyor: bu portal yalnızca ${otherChainName} ağına sorabiliyor. ${otherChainName} ağına geçip yeniden imzalayın.`,
    evm_rpc_unreachable: ({ chainName }) =>
      `Bu cüzdan şu anda doğrulanamıyor: ${chainName} düğümü yanıt vermiyor. Hiçbir şey gönderilmedi. Birazdan yeniden deneyin.`,
    evm_rpc_wrong_chain: ({ chainName }) =>
      `Bu cüzdan şu anda doğrulanamıyor: portalın ${chainName} için sorduğu düğüm başka bir ağa ait. Hiçbir şey gönderilmedi. Portal ekibine haber verin ve daha sonra yeniden deneyin.`,
    too_busy:
      'Şu anda bu portalı çok fazla kişi kullanıyor. Hiçbir şey gönderilmedi. Birkaç saniye sonra yeniden deneyin.',
    wallet_checks_busy:
      'Şu anda bu türden çok fazla cüzdan doğrulanıyor. Hiçbir şey gönderilmedi. Bir dakika sonra yeniden deneyin.',
    claim_under_way: 'Bu talep artık değiştirilemez: bir ödemeye alındı. Hiçbir şey değiştirilmedi.',
    nonce_not_newer:
      'Bu talep, gönderilenden önce imzalanmış veya onunla aynı. Hiçbir şey değiştirilmedi. Yeniden imzalayın.',
    key_required:
      'Bu talep kendi adresinin anahtarıyla imzalandı ve yalnızca o anahtar onu değiştirebilir. Hiçbir şey değiştirilmedi. Talebi gönderen cüzdanla imzalayın.',
    no_claim: 'Bu adres için bir talep gönderilmedi.',
    no_allocation: 'Bu adres için tahsis bulunamadı.',
    amount_exceeds_u64:
      'Bu tahsis, Solana’da bir token hesabının tutabileceğinden büyük. Hiçbir şey gönderilmedi. Portal ekibine haber verin.',
    holder_list_changed:
      'Sahipler listesi bu portalın dışında değiştirildi ve geçerli değil. Hiçbir şey gönderilmedi. Portal ekibinin listeyi yeniden yüklemesi gerekiyor.',
    claims_not_open: 'Talepler henüz başlamadı.',
    wallet_denied: 'Bu cüzdan burada kullanılamaz. Bunun bir hata olduğunu düşünüyorsanız projeye sorun.',
    destination_denied:
      'Bu Solana adresi burada kullanılamaz. Hiçbir şey gönderilmedi. Başka bir adres girin.',
    claims_paused:
      'Talepler duraklatıldı. Hiçbir şey gönderilmedi. Tahsisiniz olduğu gibi kalıyor: daha sonra yeniden deneyin.',
    claims_closed: 'Talep süresi sona erdi.',
    already_claimed: 'Bu adres için zaten bir talep gönderildi.',
    already_paid: 'Bu adrese zaten ödeme yapıldı.',
    too_many_requests: 'Çok fazla istek. Biraz bekleyip yeniden deneyin.',
    request_too_slow: 'İstek çok uzun sürdü ve kesildi. Hiçbir şey değiştirilmedi. Yeniden gönderin.',
    store_unavailable:
      'Portal şu anda verilerine ulaşamıyor. Birazdan yeniden deneyin: kaydedilmiş olan kayıtlı kalır.',
    not_ready: 'Portal başlıyor veya duruyor. Birazdan yeniden deneyin.',
    internal: 'Bizim tarafımızda bir sorun oldu. Yeniden deneyin; sürerse portal ekibine başvurun.',
  },

  claim: {
    submitted: 'Talep başarıyla gönderildi',
    addressChanged: 'Adres değiştirildi',
    headings: {
      queued: 'Talebiniz sırada',
      sending: 'Tokenlarınız gönderiliyor',
      attention: 'Ödemenizin incelenmesi gerekiyor',
      sent: 'Tokenlarınız gönderildi',
      rejected: 'Talebiniz reddedildi',
    },
    badges: {
      queued: 'Ödeme sırasında',
      sending: 'Gönderiliyor',
      attention: 'İncelenmeli',
      sent: 'Gönderildi',
      rejected: 'Reddedildi',
    },
    journey: 'Talebiniz nerede',
    steps: {
      claimed: 'Talep edildi',
      inRun: 'Ödeme bekleniyor',
      onChain: 'Solana’da gönderildi',
      final: 'Ulaştı',
      rejected: 'Talep reddedildi',
    },
    attention: {
      too_small: 'Miktar tokenın en küçük biriminden az, bu yüzden ödeme yapılamaz.',
      recipient: 'Solana adresiniz bu tokenları alamıyor: token hesabı bunlara kapalı veya dondurulmuş.',
      on_hold:
        'Tokenlarınızın ulaşıp ulaşmadığı henüz kesin değil. Kimseye iki kez ödenmesin diye, bu netleşene kadar başka gönderim yapılmaz.',
      failed: 'Ödeme gerçekleşmedi. Yeniden denenmeden önce projenin incelemesi gerekiyor.',
    },
    expectedBy: (utc) => `Ödemenin en geç beklendiği tarih: ${utc}.`,
    following: 'Bu sayfayı kapatabilirsiniz. Durumu görmek için aynı cüzdanı bağlayın.',
    followingFailed: 'Bu site az önce yanıt vermedi. Yeniden soruluyor.',
    arrived: 'İşlem kesinleşti: tokenlar Solana cüzdanınızda.',
    id: 'Referans numarası',
    idName: 'referans numarası',
    toAddress: 'Solana adresinize',
    transaction: 'Solana işlemi',
    transactionName: 'işlem',
    why: 'Neden',
    viewTransaction: 'İşlemi gör',
    askWhy: ['Bunun bir hata olduğunu düşünüyorsanız şuraya sorun: ', '.'],
    claimedFor: 'Gideceği adres:',
    changeAddress: 'Solana adresini değiştir',
    presentAddress: (address) => `Şu anki adres: ${address}.`,
    claimAgain: 'Yeniden talep et',
    noChange: {
      taken: 'Bu talep bir ödemeye alındı: Solana adresi değiştirilemez.',
      notOpen: 'Talepler şu anda açık değil, bu yüzden Solana adresi değiştirilemez.',
    },
    noClaimAgain: {
      taken: 'Bu talep hâlâ bir ödemenin listesinde. Ödeme bitince yeniden talep edebilirsiniz.',
      notOpen: 'Talepler şu anda açık değil, bu yüzden yeniden talep edilemez.',
    },
    soon: 'Tokenlarınız yakında gönderilecek.',
    underWay: 'Bir işlem tokenlarınızı şu anda taşıyor.',
    updates: ['Gelişmeler şurada duyurulur: ', '.'],
    channel: 'mesaj kanalı',
    unnamedChannel: 'projenin mesaj kanalı',
    receiptAndProof: 'Makbuz ve kanıt',
    another: 'Başka cüzdan için',
    noSol: 'Bu cüzdanda henüz SOL yok. Tokenlarınız yine de ulaşır; taşımak için biraz SOL gerekir.',
    receipt: 'Makbuzunuz',
    receiptHelp: 'İmzaladığınız mesaj, imzanız ve referans numarası. Talebinizi kanıtlamak için saklayın.',
    saveReceipt: 'Makbuzu kaydet',
    copyReceipt: 'Makbuzu kopyala',
    receiptName: 'makbuz',
    proof: 'Miktarınızın kanıtı',
    proofHelp: 'Uzmanlar için: yayımlanan listede miktarınızın olduğunu denetleyin.',
    saveProof: 'Kanıtı kaydet',
    savingProof: 'Alınıyor…',
    saveCheckingPage: 'Denetim sayfasını kaydet',
    proofFailed: 'Kanıt alınamadı. Lütfen yeniden deneyin.',
  },

  notFound: {
    heading: 'Sayfa bulunamadı',
    help: 'Bu adreste bir şey yok. Yazım hatası olup olmadığına bakın veya talep sayfasına gidin.',
    link: 'Talep sayfasına git',
  },

  test: {
    title: 'EVM’den Solana’ya geçiş',
    heading: 'Ağ seçimi',
    help: 'Bu sayfa, betiklerin ve stillerin tarayıcınıza ulaşıp ulaşmadığını sınar.',
    button: 'Deneme düğmesi',
    toast: 'Deneme',
    toastHelp: 'Sayfa bu tarayıcıda çalışıyor.',
  },
}
