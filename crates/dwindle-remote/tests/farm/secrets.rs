//! Who may use a farm: certificates, tokens, instances, properties.

use std::path::Path;

use dwindle_exec::process::NotCarriedOut;
use dwindle_remote::fake::{Behaviour, Fake};
use dwindle_remote::{Farm, Options, Secret, Tls};

use super::{options, ran};

fn pem(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/tls").join(name)).unwrap()
}

/// What is said to whoever asks so.
fn refusal(options: Options) -> (String, String) {
    let NotCarriedOut { what, hint } = Farm::connect(options).unwrap_err();
    (what, hint.unwrap_or_default())
}

#[test]
fn a_server_with_tls_is_known_by_its_certificate() {
    let tls = Some((pem("server.pem"), pem("server.key"), None));
    let fake = Fake::start(Behaviour { tls, ..Behaviour::default() });
    let with = |tls| Options { tls, ..options(&fake) };
    let farm = Farm::connect(with(Tls { ca: Some(pem("ca.pem")), identity: None })).unwrap();
    assert_eq!(ran(&farm, &["cat"], "x").unwrap().stdout.text(), "x");
    let (what, hint) = refusal(with(Tls::default()));
    assert!(hint.contains("--tls-ca FILE"), "{what}: {hint}");
    let (what, hint) = refusal(with(Tls { ca: Some(pem("other-ca.pem")), identity: None }));
    assert!(hint.contains("--tls-ca"), "{what}: {hint}");
    let address = fake.address().replace("grpcs", "grpc");
    let (what, hint) = refusal(Options { address, tls: Tls::default(), ..options(&fake) });
    assert!(hint.contains("grpcs://HOST:PORT"), "{what}: {hint}");
}

#[test]
fn a_server_without_tls_is_told_from_one_with() {
    let fake = Fake::start(Behaviour::default());
    let tls = Tls { ca: Some(pem("ca.pem")), identity: None };
    let (what, hint) = refusal(Options { tls, ..options(&fake) });
    assert!(hint.contains("no TLS"), "{what}: {hint}");
}

#[test]
fn a_client_certificate_is_shown_where_it_is_asked_for() {
    let tls = Some((pem("server.pem"), pem("server.key"), Some(pem("ca.pem"))));
    let fake = Fake::start(Behaviour { tls, ..Behaviour::default() });
    let ca = Some(pem("ca.pem"));
    let identity = Some((pem("client.pem"), Secret(pem("client.key"))));
    let farm = Farm::connect(Options { tls: Tls { ca: ca.clone(), identity }, ..options(&fake) }).unwrap();
    assert_eq!(ran(&farm, &["cat"], "x").unwrap().stdout.text(), "x");
    // How the client sees that it is sent away depends on the moment.
    for _ in 0..20 {
        let tls = Tls { ca: ca.clone(), identity: None };
        let (what, hint) = refusal(Options { tls, ..options(&fake) });
        assert!(hint.contains("--tls-cert"), "{what}: {hint}");
    }
}

#[test]
fn a_token_is_sent_and_never_shown() {
    let fake = Fake::start(Behaviour { token: Some("Bearer sesame".into()), ..Behaviour::default() });
    let headers = vec![("Authorization".to_owned(), Secret(b"Bearer sesame".to_vec()))];
    let options = Options { headers, ..options(&fake) };
    assert!(!format!("{options:?}").contains("sesame"));
    let farm = Farm::connect(options.clone()).unwrap();
    assert!(!format!("{farm:?}").contains("sesame"));
    assert_eq!(ran(&farm, &["cat"], "x").unwrap().stdout.text(), "x");
    let (what, hint) = refusal(Options { headers: Vec::new(), ..options });
    assert!(hint.contains("--header authorization=@FILE"), "{what}: {hint}");
}

#[test]
fn a_wrong_instance_an_unknown_property_and_no_server_are_told_apart() {
    let fake = Fake::start(Behaviour { instance: "main".into(), ..Behaviour::default() });
    let (what, hint) = refusal(options(&fake));
    assert!(hint.contains("--instance NAME"), "{what}: {hint}");
    let platform = vec![("os".to_owned(), "plan9".to_owned())];
    let farm = Farm::connect(Options { instance: "main".into(), platform, ..options(&fake) }).unwrap();
    let error = ran(&farm, &["true"], "x").unwrap_err();
    let refused = error.get_ref().unwrap().downcast_ref::<NotCarriedOut>().unwrap();
    assert!(refused.hint.as_ref().unwrap().contains("--platform"), "{refused}");
    let (what, _) = refusal(Options::new("grpc://127.0.0.1:1", 1));
    assert!(what.starts_with("no connection to the farm at grpc://127.0.0.1:1: "), "{what}");
    let (_, hint) = refusal(Options::new("farm.example", 1));
    assert_eq!(hint, "give grpc://HOST:PORT, or grpcs://HOST:PORT for TLS");
}
