import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Java's HttpClient: URL and file in pairs; "POST SENT" before a pair sends a file. */
public class JavaClient {
    static SSLContext trust() throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null);
        try (InputStream file = Files.newInputStream(Path.of(System.getenv("SSL_CERT_FILE")))) {
            int number = 0;
            for (Certificate certificate : CertificateFactory.getInstance("X.509").generateCertificates(file)) {
                trusted.setCertificateEntry("trusted" + number++, certificate);
            }
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return tls;
    }

    public static void main(String[] given) throws Exception {
        HttpClient.Builder builder = HttpClient.newBuilder().sslContext(trust());
        String proxy = System.getenv("HTTPS_PROXY");
        if (proxy != null) {
            URI place = URI.create(proxy);
            builder.proxy(ProxySelector.of(new InetSocketAddress(place.getHost(), place.getPort())));
        }
        HttpClient client = builder.build();
        int next = 0;
        while (next < given.length) {
            HttpRequest.Builder request = HttpRequest.newBuilder();
            if (given[next].equals("POST")) {
                request.POST(HttpRequest.BodyPublishers.ofFile(Path.of(given[next + 1])));
                next += 2;
            }
            request.uri(URI.create(given[next])).header("Accept-Encoding", "gzip");
            HttpResponse<InputStream> answer = client.send(
                request.build(), HttpResponse.BodyHandlers.ofInputStream());
            if (answer.statusCode() != 200) throw new Exception(given[next] + " answered " + answer.statusCode());
            InputStream body = answer.body();
            if (answer.headers().firstValue("Content-Encoding").orElse("").equals("gzip")) {
                body = new GZIPInputStream(body);
            }
            Files.write(Path.of(given[next + 1]), body.readAllBytes());
            next += 2;
        }
    }
}
