// One file: a language is fetched as a whole, and a translator reads it from end to end beside `en.ts`.

import type { Translation } from './translation.ts'

/**
 * Every text of the claim page in Indonesian, in the order of `en.ts`.
 * One file, since a translator reads a language from end to end.
 */
export const id: Translation = {
  ui: {
    copied: 'Tersalin',
    copyFailed: 'Gagal menyalin',
    copiedWhat: (what) => `Tersalin ke papan klip: ${what}.`,
    failedToCopy: (what) => `Gagal menyalin ${what}`,
    copy: (what) => `Salin ${what}`,
    address: 'alamat',
    close: 'Tutup',
    notifications: 'Notifikasi ({hotkey})',
  },

  page: {
    title: (tokenName) => `Klaim ${tokenName}`,
    untitled: 'Klaim token Anda',
    noScript: 'Halaman ini memerlukan JavaScript',
    noScriptHelp:
      'Halaman ini berbicara dengan wallet Anda di browser. Izinkan JavaScript untuk situs ini, lalu muat ulang.',
    loading: 'Memuat',
    language: 'Bahasa',
    noAnswer: 'Situs ini tidak merespons',
    noAnswerHelp: 'Tidak ada yang dikirim atau diubah. Periksa koneksi Anda, lalu coba lagi.',
    incomplete: 'Halaman ini tidak dapat dimuat seluruhnya',
    loadAgain: 'Muat lagi',
    offline: 'Anda sedang offline',
    offlineHelp: 'Situs ini sedang tidak dapat dijangkau dari sini. Isian Anda tetap tersimpan.',
    tryAgain: 'Coba lagi',
    tryingAgain: 'Mencoba lagi...',
  },

  progress: {
    label: 'Progres',
    steps: ['Hubungkan wallet', 'Cek alokasi', 'Ajukan klaim'],
    done: ', selesai',
  },

  connect: {
    heading: (tokenName) => `Klaim token ${tokenName} Anda di Solana`,
    welcome:
      'Hubungkan wallet yang menyimpan koin Anda. Anda akan melihat jumlahnya dan menentukan alamat Solana penerimanya.',
    connect: 'Hubungkan',
    connecting: 'Menghubungkan...',
    connected: 'Wallet terhubung',
    failed: 'Gagal terhubung',
    disconnected: 'Wallet Anda tidak lagi terhubung',
    disconnectedHelp: 'Hubungkan lagi untuk melanjutkan. Isian Anda tetap tersimpan.',
    wallet: 'Wallet',
    unnamedWallet: 'Wallet di browser',
    noWallet:
      'Belum ada wallet yang ditemukan di browser. Pasang wallet, atau buka halaman ini di browser dalam aplikasi wallet Anda.',
    noWalletOnPhone: 'Buka halaman ini di browser dalam aplikasi wallet Anda:',
    openIn: (wallet) => `Buka di ${wallet}`,
  },

  otherWays: {
    onPhone: 'Lanjutkan di ponsel',
    onPhoneHelp: 'Pindai dengan ponsel, lalu buka halaman di browser dalam aplikasi wallet Anda.',
    pageQr: 'Kode QR halaman ini',
    open: 'Tanda tangan di tempat lain',
    openHelp:
      'Untuk hardware wallet dan perangkat lain: tanda tangani teks di sana, tempel tanda tangannya di sini.',
    forSafe: 'Klaim untuk Safe milik Anda',
    heading: 'Tidak ada wallet di browser ini?',
  },

  elsewhere: {
    about:
      'Masukkan alamat yang menyimpan koin. Anda mendapat teks untuk ditandatangani di tempat kuncinya berada, lalu tempel tanda tangannya di sini.',
    address: 'Alamat EVM',
    addressHint: '0x dan 40 digit heksadesimal.',
    addressProblems: {
      shape: 'Itu bukan alamat EVM: alamat terdiri dari 0x dan 40 digit heksadesimal.',
      checksum:
        'Huruf besar alamat ini tidak cocok dengan digitnya: ada karakter yang salah. Salin lagi dari wallet Anda.',
      solana: 'Itu alamat Solana. Masukkan dulu alamat EVM: diawali 0x.',
    },
    back: 'Kembali',
    check: 'Cek alokasi',
    kind: 'Wallet yang menandatangani',
    kindHelp: 'Safe, misalnya, adalah wallet kontrak: tanda tangannya berlaku 14 hari.',
    keyWallet: 'Wallet biasa (satu kunci)',
    contractWallet: (chain) => `Wallet kontrak di ${chain}`,
    next: 'Tampilkan teks',
    preparing: 'Menyiapkan teks...',
    signHeading: 'Tanda tangani teks ini',
    signWith: 'Tanda tangani dengan alamat ini. Gratis dan tidak memindahkan apa pun.',
    text: 'Teks untuk ditandatangani',
    textName: 'teks',
    textQr: 'Kode QR teks',
    copy: 'Salin',
    newText: 'Perbarui',
    until: {
      key: (time) => `Berlaku sampai ${time}: tanda tangani dan ajukan sebelum itu.`,
      contract: (time) =>
        `Berlaku sampai ${time} untuk wallet kontrak. Tanda tangan satu kunci berlaku sepuluh menit.`,
    },
    over: 'Teks ini sudah kedaluwarsa',
    overHelp: (time) =>
      `Teks berlaku sampai ${time}. Alamat Anda tetap tersimpan: perbarui dan tanda tangani teks baru.`,
    signature: 'Tanda tangan',
    signatureHints: {
      key: '0x dan 130 digit heksadesimal, atau JSON dari suatu alat.',
      contract: 'Hasil dari wallet kontrak untuk teks ini: 0x dan digit heksadesimal.',
    },
    signatureProblems: {
      missing: 'Tempel hasil dari wallet saat Anda menandatangani teks.',
      unreadable:
        'Tidak dapat dibaca. Harus digit heksadesimal setelah 0x, atau JSON dari alat dengan "sig".',
      otherText: 'JSON ini untuk teks lain. Tanda tangani teks di atas.',
      length: (bytes) =>
        `Ini ${bytes} byte, sedangkan tanda tangan satu kunci 65. Salin semuanya, atau kembali dan pilih wallet kontrak.`,
      noSigner: 'Tidak ada kunci yang bisa membuat ini. Salin lagi semuanya.',
    },
    submit: 'Ajukan klaim',
    submitting: 'Mengajukan...',
    how: {
      heading: 'Cara menandatanganinya',
      wallet:
        'Di aplikasi wallet atau wallet perangkat keras: “Tanda tangani pesan”. Tempel teks atau pindai kode QR-nya.',
      explorer: 'Di explorer, dengan wallet Anda: halaman “Verify signature”, lalu “Sign message”.',
      foundry: 'Di baris perintah, dengan Foundry, teks disimpan sebagai text.txt:',
      command: 'Dengan perintah Ferry, tanpa halaman: perintah itu menandatangani dan mengajukan.',
      exactly: 'Teks harus ditandatangani persis apa adanya, tanpa baris baru di akhir.',
    },
  },

  walletConnect: {
    opening: 'Meminta tautan dari server perantara...',
    scan: 'Pindai dengan aplikasi wallet Anda.',
    onPhone: 'Buka aplikasi wallet dengan tautan ini, atau pindai kodenya dengan perangkat lain.',
    openApp: 'Buka aplikasi wallet saya',
    code: 'Kode yang dipakai wallet Anda untuk terhubung ke halaman ini',
    copy: 'Salin tautan',
    link: 'tautan',
    help: 'Hanya halaman ini dan wallet Anda yang bisa membaca pesan di antara keduanya.',
  },

  wait: {
    hint: 'Wallet Anda belum merespons. Jendelanya mungkin tertutup: buka wallet, buka kuncinya, lalu cari permintaannya.',
    cancel: 'Batal',
    lateSignature: 'Permintaan yang Anda batalkan sudah ditandatangani. Tanda tangan itu tidak dipakai.',
  },

  otherAccount: {
    signing: (account) => `Wallet Anda masih meminta tanda tangan untuk klaim ${account}.`,
    sending: (account) => `Klaim ${account} sudah ditandatangani dan sedang diajukan.`,
    looking: (account) =>
      `Jawaban portal untuk klaim ${account} hilang. Kami sedang memeriksa apakah klaim itu sudah masuk.`,
    submitted: (account) =>
      `Klaim ${account} sudah diajukan. Untuk melihatnya, pilih akun itu di wallet Anda.`,
    failed: (account) => `Klaim ${account} tidak diajukan.`,
  },

  brand: {
    about:
      'Koin Anda pindah ke Solana. Klaim di sini jumlah yang sama dengan yang Anda simpan saat snapshot.',
    claiming: 'Anda klaim',
    from: 'Dari',
    to: 'Ke',
    youAreOn: 'Anda berada di',
    opens: 'Klaim dibuka',
    closes: 'Klaim ditutup',
    expected: 'Perkiraan pembayaran',
    progress: (claimed, listed) => `${claimed} dari ${listed} pemegang sudah mengklaim`,
  },

  trust: {
    recoveryPhrase:
      'Jangan pernah memasukkan frasa pemulihan atau kunci privat. Siapa pun yang memintanya adalah pencuri.',
    links: {
      site: 'Situs proyek',
      terms: 'Ketentuan',
      support: 'Bantuan',
      announcement: 'Pengumuman',
    },
  },

  amount: {
    receive: 'Anda menerima',
    decimals: (decimals) => `(${decimals} desimal)`,
    nothing: 'Tidak akan ada yang masuk',
    nothingHelp: (decimals) =>
      `Jumlah ini lebih kecil dari satuan terkecil token: token ini punya ${decimals} desimal di Solana. Klaim tidak akan membayar apa pun.`,
  },

  security: {
    heading: 'Tentang klaim ini',
    oneClaim: 'Satu klaim per alamat.',
    exactAmounts: 'Jumlah persis seperti di snapshot.',
    signature: 'Tanda tangan Anda diverifikasi. Tidak memindahkan dana dan tidak memakai gas.',
    file: 'Berkas alokasi',
    fileHash: 'hash berkas',
  },

  network: {
    heading: 'Jaringan:',
    wrong: 'Jaringan salah',
    wrongHelp:
      'Wallet Anda berada di jaringan yang tidak didukung di sini. Pindah ke salah satu jaringan ini.',
    chainId: (decimal, hex) => `ID rantai ${decimal} (${hex})`,
    current: 'Saat ini',
    add: 'Tambah ke wallet',
    switch: 'Pindah',
    added: 'Jaringan ditambahkan',
    addedHelp: (network) => `${network} sudah ada di wallet Anda.`,
    addFailed: 'Gagal menambah jaringan',
    switched: 'Jaringan dipindah',
    switchedHelp: (network) => `Wallet Anda berada di ${network}.`,
    notFound: 'Jaringan tidak ditemukan',
    notFoundHelp: 'Tambahkan dulu jaringan ini ke wallet',
    switchFailed: 'Gagal pindah jaringan',
  },

  wallet: {
    not_detected: 'Wallet di browser tidak ditemukan. Pasang wallet untuk melanjutkan.',
    not_connected: 'Wallet belum terhubung',
    chain_unknown: 'Wallet Anda tidak memberi tahu jaringannya. Buka kuncinya, atau pakai wallet lain.',
    request_pending: 'Wallet Anda sudah menampilkan permintaan. Buka wallet dan jawab.',
    connect_rejected: 'Anda menolak permintaan koneksi.',
    connect_out_of_touch: 'Terjadi kesalahan jaringan. Coba lagi.',
    connect_failed: 'Terjadi kesalahan yang tidak diketahui.',
    no_evm_account: 'Wallet ini tidak memberi akun EVM. Pilih akun EVM di dalamnya, atau pakai wallet lain.',
    relay_silent:
      'Relai WalletConnect tidak merespons. Wallet Anda belum diminta apa pun. Periksa koneksi Anda, lalu coba lagi.',
    sign_rejected: 'Anda menolak permintaan tanda tangan',
    sign_failed: 'Gagal menandatangani pesan',
    sign_empty: 'Wallet Anda tidak memberi tanda tangan. Coba lagi, atau pakai wallet lain.',
    sign_pending:
      'Safe Anda sudah menerima tanda tangan ini dan menunggu pemilik lain. Setelah mereka menandatangani, kembali dalam 14 hari dan tekan tombol lagi.',
    add_network_rejected: 'Anda menolak penambahan jaringan',
    add_network_failed: 'Gagal menambah jaringan ke wallet',
    switch_network_rejected: 'Anda menolak pindah jaringan',
    switch_network_unknown: 'Jaringan ini tidak ada di wallet',
    switch_network_failed: 'Gagal pindah jaringan.',
  },

  window: {
    notOpen: 'Klaim belum dibuka',
    opensAt: (utc) => `Dibuka pada ${utc}.`,
    checkMeanwhile: 'Anda sudah bisa menghubungkan wallet dan mengecek alokasi sekarang.',
    closed: 'Klaim sudah ditutup',
    paused: 'Klaim sedang dijeda',
    pausedHelp: 'Jumlah Anda aman. Kembalilah nanti.',
    closedAt: (utc) => `Ditutup pada ${utc}.`,
    closesAt: (utc) => `Klaim ditutup pada ${utc}.`,
    whereYouAre: (local) => `Waktu setempat Anda: ${local}.`,
  },

  allocation: {
    heading: 'Alokasi Anda',
    loading: 'Memuat alokasi Anda...',
    changed: (was, is) => `Alokasi Anda berubah dari ${was} menjadi ${is}.`,
    claimGone: 'Klaim Anda sudah tidak ada di sini',
    claimGoneHelp: 'Proyek telah menghapusnya. Klaim lagi.',
    failed: 'Gagal memuat alokasi. Coba lagi.',
    eligible: 'Memenuhi syarat',
    amount: 'Alokasi dalam token SPL',
    original: 'Jumlah asal:',
    evmAddress: 'Alamat EVM',
    updated: 'Terakhir diperbarui:',
    proceed: 'Lanjut ke formulir klaim',
    notFound: 'Alokasi tidak ditemukan',
    notFoundHelp: 'Tidak ada yang bisa diklaim untuk alamat ini. Kemungkinan penyebabnya:',
    notPublished: 'Daftar pemegang belum diterbitkan',
    notPublishedHelp: 'Kembalilah nanti.',
    didNotHold: 'Alamat ini tidak menyimpan koin saat snapshot.',
    otherWallet: 'Pakai wallet lain',
    wrongWallet: 'Wallet yang terhubung salah. Pindah ke akun lain di wallet Anda untuk mengeceknya.',
  },

  form: {
    heading: 'Ajukan klaim Anda',
    amount: 'Jumlah klaim',
    otherAmount: (was, is) =>
      `Klaim Anda sebesar ${was}. Alokasi Anda kini ${is}: itulah yang Anda tandatangani.`,
    solanaAddress: 'Alamat Solana',
    hint: 'Salin dari wallet Solana Anda: Terima, lalu Salin.',
    placeholder: 'Alamat wallet Solana Anda',
    invalid: 'Format alamat Solana tidak valid.',
    noNames: 'Nama seperti toly.sol tidak bisa dipakai di sini.',
    secret:
      'Itu tampak seperti kunci privat atau frasa pemulihan. Jangan pernah memasukkannya di mana pun. Siapa pun yang memilikinya dapat mengambil dana Anda.',
    required: 'Masukkan alamat Solana yang valid.',
    useWallet: 'Pakai wallet Solana saya',
    takeFromWallet: (wallet) => `Pakai ${wallet}`,
    fromWallet: (wallet) => `Diisi dari ${wallet}. Bandingkan di bawah.`,
    fromLink: 'Diambil dari tautan Solana. Bandingkan di bawah.',
    fromExplorer: (site) => `Diambil dari halaman ${site}. Bandingkan di bawah.`,
    withoutHidden: 'Karakter lain dibuang. Bandingkan alamatnya di bawah.',
    checking: 'Mencari alamat ini di Solana...',
    unused:
      'Alamat ini kosong. Wallet baru? Tidak apa-apa. Jika wallet Anda berisi SOL, ini bukan alamat Anda.',
    noticeHeading: 'Penting',
    notices: [
      'Alamat bisa diperbaiki sampai pembayaran dimulai, tidak setelahnya.',
      'Pakai wallet Anda sendiri. Token yang dikirim ke bursa bisa hilang.',
    ],
    signatureNote: 'Menandatangani itu gratis dan tidak memindahkan apa pun.',
    preview: 'Yang akan ditampilkan wallet Anda',
    previewNonce: '(waktu Anda menandatangani)',
    lastLook: 'Periksa sebelum menandatangani',
    lastLookHelp: 'Bandingkan setiap kelompok dengan alamat di wallet Solana Anda.',
    programOwned: 'Alamat yang tidak biasa',
    confirmProgramOwned: 'Ini brankas saya (misalnya multisig Squads).',
    notSubmitted: 'Klaim Anda tidak diajukan',
    nothingSent: (button) => `Tidak ada yang dikirim. Tekan "${button}" untuk mencoba lagi.`,
    walletBusy: 'Masih ada permintaan terbuka di wallet Anda',
    moreOwners: 'Anda sudah menandatangani, pemilik lain belum',
    answeredLate:
      'Wallet Anda merespons terlambat: tanda tangan berlaku sepuluh menit. Tanda tangani lagi dan segera konfirmasi di wallet.',
    otherSigner: (signer, own) =>
      `Ditandatangani ${signer}, bukan ${own}: akun lain, atau teks lain. Tanda tangani lagi dengan ${own}.`,
    unknown: 'Belum diketahui apakah klaim Anda sudah masuk',
    unknownHelp:
      'Klaim sudah dikirim, tetapi jawabannya hilang. Muat ulang halaman ini nanti: jika klaim sudah masuk, klaim akan tampil. Mencoba lagi tidak masalah, satu klaim hanya dihitung sekali.',
    noAnswer:
      'Situs ini tidak merespons. Alamat yang Anda isi tetap tersimpan, dan satu klaim hanya dihitung sekali: coba lagi.',
    submit: 'Tanda tangani & ajukan',
    submitting: 'Sedang mengajukan...',
    openWallet: 'Wallet Anda meminta tanda tangan. Buka dan bandingkan alamatnya sekali lagi.',
    reachingWallet: 'Menghubungi wallet Anda lewat WalletConnect...',
    signed: 'Sudah ditandatangani. Klaim Anda sedang diajukan.',
    looking:
      'Sudah ditandatangani. Jawaban portal hilang. Kami sedang memeriksa apakah klaim Anda sudah masuk.',
    reset: 'Atur ulang',
  },

  safe: {
    heading: 'Klaim untuk Safe',
    help: 'Para pemiliknya menandatangani di halaman ini satu per satu, dengan wallet masing-masing. Tidak memindahkan dana dan tidak memakai gas.',
    address: 'Alamat Safe',
    addressHint: 'Alamat yang menyimpan koin: 0x dan 40 karakter.',
    find: 'Cari Safe ini',
    invalid: 'Itu bukan alamat EVM: alamat terdiri dari 0x dan 40 karakter.',
    notFound: (networks) => `Tidak ada Safe di alamat ini di ${networks}.`,
    notASafe:
      'Alamat ini kontrak, tetapi bukan Safe versi 1.3.0 atau lebih baru. Hubungkan wallet itu sendiri ke halaman ini.',
    unknown: 'Jaringan saat ini tidak memberi tahu apa alamat ini. Coba lagi sebentar lagi.',
    otherSafe: 'Safe lain',
    threshold: (threshold, owners) =>
      owners === 1
        ? 'Satu-satunya pemilik harus menandatangani.'
        : `${threshold} dari ${owners} pemilik harus menandatangani.`,
    on: (network) => `Safe di ${network}`,
    begin: 'Lanjut ke tanda tangan',
    count: (signed, threshold) => `${signed} dari ${threshold} tanda tangan`,
    until: (utc) => `Semuanya harus ada di sini sebelum ${utc}. Kembali ke halaman ini sebelum itu.`,
    owner: 'Pemilik',
    signed: 'Sudah',
    missing: 'Belum',
    you: 'terhubung',
    sign: 'Tanda tangani sebagai pemilik ini',
    signing: 'Menandatangani...',
    submit: 'Ajukan klaim',
    handOn: 'Kirim tautan ini ke pemilik berikutnya',
    handOnHelp:
      'Isinya klaim dan tanda tangan sejauh ini. Hanya pemilik yang bisa menambah tanda tangan, dan tidak ada yang bisa mengubah klaim.',
    copyLink: 'Salin tautan',
    link: 'tautan',
    connectOwner: 'Hubungkan wallet seorang pemilik untuk menandatangani.',
    notAnOwner: 'Akun yang terhubung bukan pemilik Safe ini. Pilih pemilik di wallet Anda.',
    hasSigned: 'Pemilik yang terhubung sudah menandatangani. Sekarang pemilik berikutnya menandatangani.',
    wrongNetwork: (network) => `Pindahkan wallet Anda ke ${network} untuk menandatangani.`,
    shown: 'Yang disetujui para pemilik',
    shownHelp: 'Wallet Anda menampilkan hash teks ini sebagai pesan Safe.',
    otherSigner: 'Itu bukan tanda tangan pemilik yang terhubung. Tanda tangani lagi dengan akun itu.',
    dropped:
      'Satu tanda tangan di tautan ini tidak cocok dengan klaim dan dihapus: daftar pemegang mungkin sudah berubah.',
    expired: 'Klaim ini dimulai lebih dari 14 hari lalu',
    expiredHelp: 'Tanda tangannya tidak berlaku lagi. Mulai lagi: para pemilik menandatangani sekali lagi.',
    startAnew: 'Mulai lagi',
    badLink: 'Tautan ini tidak lengkap. Minta lagi, atau mulai lagi.',
    wallet: 'Alamat ini wallet kontrak',
    walletHelp:
      'Pemiliknya punya waktu hingga 14 hari. Halaman ini selalu meminta teks yang sama: kembali dan tekan tombol lagi sampai semua menandatangani.',
    waiting: (utc) => `Sudah dimulai: teks yang sama diminta lagi, sampai ${utc}.`,
    elsewhere: (network) =>
      `Alamat ini wallet kontrak di ${network}. Pindahkan wallet Anda ke ${network} untuk menandatangani.`,
  },

  submission: {
    failed: 'Pengajuan gagal',
    alreadyClaimed: 'Anda sudah mengajukan klaim untuk alamat ini',
    noAllocation: 'Alokasi untuk alamat ini tidak ditemukan',
    invalid: 'Data klaim tidak valid atau verifikasi tanda tangan gagal',
    signatureRejected: 'Permintaan tanda tangan ditolak',
    other: 'Gagal mengajukan klaim',
  },

  errors: {
    sol_is_evm_address:
      'Itu alamat EVM, seperti yang Anda hubungkan. Masukkan alamat wallet Solana Anda: alamat itu tidak diawali 0x.',
    invalid_sol_address: 'Itu bukan alamat Solana yang utuh. Salin lagi.',
    sol_zero_key: 'Alamat Solana itu adalah kunci yang seluruhnya nol, tidak ada yang memilikinya.',
    sol_known_program: 'Alamat Solana itu milik program, bukan wallet. Masukkan alamat wallet Anda sendiri.',
    sol_off_curve_unconfirmed:
      'Tidak ada kunci yang bisa menandatangani untuk alamat Solana itu: alamat itu dikendalikan program, seperti brankas multisig. Jika Anda tidak yakin artinya, masukkan alamat wallet biasa.',
    sol_off_curve:
      'Tidak ada kunci yang bisa menandatangani untuk alamat Solana itu dan tidak ada akun di sana. Masukkan alamat yang kuncinya Anda pegang.',
    sol_off_curve_unseen:
      'Tidak ada kunci yang bisa menandatangani untuk alamat Solana itu, dan saat ini tidak bisa diperiksa apakah ada brankas di sana. Tidak ada yang diajukan. Coba lagi sebentar lagi, atau masukkan alamat wallet biasa.',
    sol_is_token_mint:
      'Alamat Solana itu adalah token itu sendiri (mint), bukan wallet. Masukkan alamat wallet Anda sendiri.',
    sol_is_token_account:
      'Alamat Solana itu adalah akun token, bukan wallet. Masukkan alamat wallet pemiliknya.',
    sol_is_program:
      'Alamat Solana itu adalah program yang dapat dijalankan, bukan wallet. Masukkan alamat wallet Anda sendiri.',
    bad_signature: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'Tanda tangan tidak cocok dengan alamat dan data ini. Tanda tangani klaim lagi.'
        : `Tanda tangan tidak cocok dengan alamat, data, dan alamat portal ini. Tidak ada yang diajukan. Jika halaman selain ${publicUrl} yang meminta Anda menandatangani, jangan percayai halaman itu. Buka ${publicUrl} dan tanda tangani lagi.`,
    wrong_message: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'Anda menandatangani pesan yang tidak lagi diterima portal ini. Tidak ada yang diajukan. Muat ulang halaman dan tanda tangani lagi.'
        : `Anda menandatangani pesan yang tidak menyebut halamannya; portal ini tidak menerimanya. Tidak ada yang diajukan. Buka ${publicUrl} dan tanda tangani lagi.`,
    list_replaced: ({ was, is }) =>
      was === is
        ? 'Daftar pemegang telah diganti sejak Anda membuka halaman ini. Tidak ada yang diajukan. Tanda tangani lagi.'
        : `Alokasi Anda berubah dari ${was} menjadi ${is}. Tidak ada yang diajukan. Periksa lalu tanda tangani lagi.`,
    high_s_signature: 'Tanda tangan tidak dalam bentuk kanonis (s tinggi). Tanda tangani klaim lagi.',
    stale_nonce:
      'Klaim yang ditandatangani terlalu lama atau dari masa depan. Periksa jam perangkat Anda, lalu tanda tangani lagi.',
    unsupported_chain:
      'Wallet Anda berada di jaringan yang tidak didukung portal ini. Pindah jaringan, lalu tanda tangani lagi.',
    contract_wallet: ({ chainName }) =>
      `Wallet kontrak tidak bisa diperiksa di ${chainName}: portal ini tidak punya node jaringan itu untuk ditanyai. Hubungi tim portal.`,
    no_contract_on_chain: ({ chainName }) =>
      `Tidak ada wallet kontrak di alamat ini di ${chainName}. Pindah ke jaringan tempat wallet itu ada, atau deploy di sana, lalu tanda tangani lagi.`,
    contract_on_other_chain: ({ chainName, otherChainName }) =>
      `Alamat ini adalah wallet kontrak di ${otherChainName}, bukan di ${chainName}. Pindah ke ${otherChainName}, lalu tanda tangani lagi.`,
    contract_checked_elsewhere: ({ chainName, otherChainName }) =>
      `Wallet ini tidak bisa diperiksa di ${chainName}: portal ini hanya bisa memeriksanya di ${otherChainName}. Pindah ke ${otherChainName}, lalu tanda tangani lagi.`,
    evm_rpc_unreachable: ({ chainName }) =>
      `Wallet ini tidak bisa diperiksa saat ini: node ${chainName} tidak merespons. Tidak ada yang diajukan. Coba lagi sebentar lagi.`,
    evm_rpc_wrong_chain: ({ chainName }) =>
      `Wallet ini tidak bisa diperiksa saat ini: node yang ditanyai portal untuk ${chainName} milik jaringan lain. Tidak ada yang diajukan. Beri tahu tim portal, lalu coba lagi nanti.`,
    too_busy:
      'Terlalu banyak orang memakai portal ini sekarang. Tidak ada yang diajukan. Coba lagi beberapa detik lagi.',
    wallet_checks_busy:
      'Terlalu banyak wallet jenis ini sedang diperiksa. Tidak ada yang diajukan. Coba lagi satu menit lagi.',
    claim_under_way: 'Klaim ini tidak bisa diubah lagi: sudah masuk ke pembayaran. Tidak ada yang diubah.',
    nonce_not_newer:
      'Klaim ini ditandatangani sebelum klaim yang diajukan, atau sama. Tidak ada yang diubah. Tanda tangani lagi.',
    key_required:
      'Klaim ini ditandatangani dengan kunci alamatnya, dan hanya kunci itu yang bisa mengubahnya. Tidak ada yang diubah. Tanda tangani dengan wallet yang mengajukannya.',
    no_claim: 'Belum ada klaim yang diajukan untuk alamat ini.',
    no_allocation: 'Alokasi untuk alamat ini tidak ditemukan.',
    amount_exceeds_u64:
      'Alokasi ini lebih besar daripada yang dapat ditampung akun token di Solana. Tidak ada yang diajukan. Beri tahu tim portal.',
    holder_list_changed:
      'Daftar pemegang diubah di luar portal ini dan tidak berlaku. Tidak ada yang diajukan. Tim portal harus mengunggahnya lagi.',
    claims_not_open: 'Klaim belum dibuka.',
    wallet_denied:
      'Wallet ini tidak bisa digunakan di sini. Jika menurut Anda ini keliru, tanyakan kepada proyek.',
    destination_denied:
      'Alamat Solana ini tidak bisa digunakan di sini. Tidak ada yang diajukan. Isi alamat lain.',
    claims_paused:
      'Klaim sedang dijeda. Tidak ada yang diajukan. Alokasi Anda tidak berubah: coba lagi nanti.',
    claims_closed: 'Klaim sudah ditutup.',
    already_claimed: 'Klaim untuk alamat ini sudah diajukan.',
    already_paid: 'Alamat ini sudah dibayar.',
    too_many_requests: 'Terlalu banyak permintaan. Tunggu sebentar, lalu coba lagi.',
    request_too_slow: 'Permintaan terlalu lama dan dihentikan. Tidak ada yang diubah. Kirim lagi.',
    store_unavailable:
      'Portal tidak bisa mengakses datanya saat ini. Coba lagi sebentar lagi: yang sudah tersimpan tetap tersimpan.',
    not_ready: 'Portal sedang mulai atau berhenti. Coba lagi sebentar lagi.',
    internal: 'Terjadi masalah di pihak kami. Coba lagi; jika masih terjadi, hubungi tim portal.',
  },

  claim: {
    submitted: 'Klaim berhasil diajukan',
    addressChanged: 'Alamat diubah',
    headings: {
      queued: 'Klaim Anda dalam antrean',
      sending: 'Token Anda sedang dikirim',
      attention: 'Pembayaran Anda perlu ditinjau',
      sent: 'Token Anda sudah dikirim',
      rejected: 'Klaim Anda ditolak',
    },
    badges: {
      queued: 'Antre untuk dibayar',
      sending: 'Sedang dikirim',
      attention: 'Perlu ditinjau',
      sent: 'Terkirim',
      rejected: 'Ditolak',
    },
    journey: 'Posisi klaim Anda',
    steps: {
      claimed: 'Diklaim',
      inRun: 'Menunggu pembayaran',
      onChain: 'Dikirim di Solana',
      final: 'Diterima',
      rejected: 'Klaim ditolak',
    },
    attention: {
      too_small: 'Jumlahnya lebih kecil dari satuan terkecil token, jadi tidak ada yang bisa dibayar.',
      recipient:
        'Alamat Solana Anda tidak bisa menerima token ini: akun tokennya tertutup untuk token ini atau dibekukan.',
      on_hold:
        'Belum pasti apakah token Anda sudah sampai. Tidak ada lagi yang dikirim sampai itu jelas, agar tidak ada yang dibayar dua kali.',
      failed: 'Pembayaran tidak berhasil. Proyek harus memeriksanya sebelum mencoba lagi.',
    },
    expectedBy: (utc) => `Pembayaran diperkirakan paling lambat ${utc}.`,
    following: 'Anda boleh menutup halaman ini. Hubungkan wallet yang sama untuk melihat perkembangannya.',
    followingFailed: 'Situs ini baru saja tidak merespons. Kami menanyakannya lagi.',
    arrived: 'Transaksi sudah final: token ada di wallet Solana Anda.',
    id: 'Nomor referensi',
    idName: 'nomor referensi',
    toAddress: 'Ke alamat Solana Anda',
    transaction: 'Transaksi Solana',
    transactionName: 'transaksi',
    why: 'Alasan',
    viewTransaction: 'Lihat transaksi',
    askWhy: ['Jika menurut Anda ini keliru, tanyakan di ', '.'],
    claimedFor: 'Dikirim ke',
    changeAddress: 'Ubah alamat Solana',
    presentAddress: (address) => `Saat ini ke ${address}.`,
    claimAgain: 'Klaim lagi',
    noChange: {
      taken: 'Klaim ini sudah masuk ke pembayaran: alamat Solana-nya tidak bisa diubah.',
      notOpen: 'Klaim sedang tidak dibuka, jadi alamat Solana tidak bisa diubah.',
    },
    noClaimAgain: {
      taken: 'Klaim ini masih ada di daftar pembayaran. Anda bisa klaim lagi setelah pembayaran itu selesai.',
      notOpen: 'Klaim sedang tidak dibuka, jadi Anda tidak bisa klaim lagi.',
    },
    soon: 'Token Anda akan segera dikirim.',
    underWay: 'Sebuah transaksi sedang membawa token Anda.',
    updates: ['Kabar terbaru muncul di ', '.'],
    channel: 'kanal pesan',
    unnamedChannel: 'kanal pesan proyek',
    receiptAndProof: 'Tanda terima dan bukti',
    another: 'Klaim untuk wallet lain',
    noSol: 'Wallet ini belum berisi SOL. Token Anda tetap akan sampai; memindahkannya perlu sedikit SOL.',
    receipt: 'Tanda terima Anda',
    receiptHelp:
      'Pesan yang Anda tandatangani, tanda tangan Anda, dan nomor referensi. Simpan sebagai bukti klaim Anda.',
    saveReceipt: 'Simpan tanda terima',
    copyReceipt: 'Salin tanda terima',
    receiptName: 'tanda terima',
    proof: 'Bukti jumlah Anda',
    proofHelp: 'Untuk ahli: periksa bahwa daftar yang diterbitkan memuat jumlah Anda.',
    saveProof: 'Simpan bukti',
    savingProof: 'Mengambil…',
    saveCheckingPage: 'Simpan halaman pemeriksa',
    proofFailed: 'Bukti tidak dapat diambil. Coba lagi.',
  },

  notFound: {
    heading: 'Halaman tidak ditemukan',
    help: 'Tidak ada apa pun di alamat ini. Periksa salah ketik, atau buka halaman klaim.',
    link: 'Ke halaman klaim',
  },

  test: {
    title: 'Migrasi EVM ke Solana',
    heading: 'Pemilihan jaringan',
    help: 'Halaman ini menguji apakah skrip dan gaya sampai ke browser Anda.',
    button: 'Tombol uji',
    toast: 'Uji',
    toastHelp: 'Halaman ini berfungsi di browser ini.',
  },
}
